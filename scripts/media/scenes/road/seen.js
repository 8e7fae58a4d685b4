import { clamp } from "../shared/numbers.js";
import { vehicleAt } from "./driving.js";
import { loop } from "./loop.js";
import { PERIOD, VEHICLE_SIZE } from "./period.js";

/** The pothole's middle, half width and half length in metres. */
const POTHOLE = { x: -1.02, halfWidth: 0.62, halfLength: 1 };
/** In metres: there it comes out from under the vehicle ahead. */
const POTHOLE_SEEN = 18.5;
/** In metres. Vehicles farther away hide behind others too often to be followed. */
const FOLLOWED = 40;
const LANE_DISTANCES = [6, 9, 14, 22, 40, 70];
const LANE_EDGE = 1.8;

/**
 * What the machine sees of the night road.
 *
 * @param road `place(phase)` puts everything in place, `bendAt(phase)`, and the rest of its parts
 */
export function createSeen({ camera, place, bendAt, vehicles, pothole, frames, unit }) {
  const percent = (x, y, s, ph) => camera.percent(x, y, s, bendAt(ph)).map(rounded);
  const confidence = (v, ph, i) =>
    rounded(
      (v.conf ?? 0.96) +
        loop(ph, [
          [0.008, 1, i * 0.3],
          [0.006, 3, i * 0.7],
        ]),
    );

  const vehicleRect = (v, ph) => {
    const p = vehicleAt(v, ph),
      [w, h] = VEHICLE_SIZE[v.kind];
    const [l, t] = percent(p.x - w, h, p.s, ph),
      [r, b] = percent(p.x + w, 0, p.s, ph);
    return [l, t, rounded(r - l), rounded(b - t)];
  };

  const potholeDistance = (ph) => {
    const s = pothole - (((ph % 1) + 1) % 1) * PERIOD;
    return s < 0 ? s + PERIOD : s;
  };
  const potholeRect = (s, ph) => {
    const { x, halfWidth, halfLength } = POTHOLE;
    const [l, b] = percent(x - halfWidth, 0, s - halfLength, ph),
      [r, t] = percent(x + halfWidth, 0, s + halfLength, ph),
      [nearRight] = percent(x + halfWidth, 0, s - halfLength, ph);
    return [l, t, rounded(Math.max(r, nearRight) - l), rounded(b - t)];
  };
  const potholeConfidence = (s) => rounded(clamp(0.97 - s * 0.0065, 0.55, 0.97));

  const edge = (x, ph) => LANE_DISTANCES.map((s) => percent(x, 0, s, ph));

  return {
    /** What is drawn over one frame of a film that is seen through the windscreen; see drawMarks. */
    seen(frame) {
      const boxes = this.boxes(frame).filter(
        ({ kind, s }) => s < (kind === "hazard" ? POTHOLE_SEEN : FOLLOWED),
      );
      const ph = frame / frames;
      return {
        unit,
        lane: { left: edge(-LANE_EDGE, ph), right: edge(LANE_EDGE, ph) },
        marks: boxes.map(({ rect, kind, class: name, confidence, under }) => ({
          rect,
          hazard: kind === "hazard",
          name: `${name} ${confidence.toFixed(2)}`,
          under,
        })),
      };
    },
    /** Boxes of one frame in percent; `s` is metres away. */
    boxes(frame) {
      const ph = frame / frames;
      place(ph);
      const boxes = vehicles.map((v, i) => ({
        class: v.kind,
        kind: "traffic",
        confidence: confidence(v, ph, i),
        s: vehicleAt(v, ph).s,
        rect: vehicleRect(v, ph),
        under: v.under,
      }));
      const s = potholeDistance(ph);
      if (s < FOLLOWED && s > 5)
        boxes.push({
          class: "pothole",
          kind: "hazard",
          confidence: potholeConfidence(s),
          s,
          rect: potholeRect(s, ph),
          under: true,
        });
      return boxes;
    },
    /** A point of the road's surface in percent, x metres right of the middle and s metres ahead. */
    lanePoint: (x, s, frame) => camera.percent(x, 0, s, bendAt(frame / frames)),
  };
}

const rounded = (value) => Number(value.toFixed(2));
