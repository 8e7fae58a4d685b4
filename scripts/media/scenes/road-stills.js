import { nightRoad } from "./road/night-road.js";
import { imageOf } from "./shared/canvas.js";

const WIDTH = 1600;

/** Each picture's height and what stands on its road; see nightRoad. */
const STILLS = {
  "road-scout": {
    height: 834,
    frame: 24,
    seed: 11,
    gantry: 0,
    bend: -0.0006,
    hood: 0.07,
    camera: { x: 0.25, y: 1.34, foc: 1.9, hx: 0, hz: -0.02 },
    vehicles: [
      { kind: "van", x: 0.2, z: 12.5, paint: [58, 64, 72] },
      { kind: "car", x: -3.5, z: 19, paint: [168, 168, 166] },
      { kind: "truck", x: 3.7, z: 33, paint: [190, 188, 180] },
      { kind: "car", x: -0.1, z: 42, paint: [120, 30, 26] },
    ],
  },
  "road-closed": {
    height: 1000,
    frame: 40,
    seed: 23,
    gantry: 0,
    pothole: 130,
    bend: 0,
    bendSway: 0,
    hood: 0,
    exposure: 0.9,
    oncoming: [],
    camera: { x: 0.25, y: 1.34, foc: 1.9, hx: 0, hz: 0.08 },
    vehicles: [],
  },
};

/** The night road standing still: seen by Scout, and closed to traffic. */
export default function roadStills() {
  const pictures = {};
  for (const [name, { frame, ...options }] of Object.entries(STILLS)) {
    const road = nightRoad({ width: WIDTH, frames: 192, ...options });
    pictures[name] = imageOf(road.draw(frame), WIDTH, options.height);
  }
  return { pictures };
}
