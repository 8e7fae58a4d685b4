import { nightRoad } from "./road/night-road.js";

/** The same road for upright phones, the vanishing point in the middle. */
export default function heroNightDrivePortrait(film) {
  return nightRoad({
    ...film,
    seed: 5,
    sub: 3,
    mirrorEvery: 3,
    camera: { x: 0.15, y: 1.36, foc: 1.62, hx: 0.02, hz: -0.17 },
    bend: 0.0004,
    bendSway: 0.00018,
    hood: 0.045,
    unit: 1.27,
    vehicles: [
      { kind: "car", x: 0.15, z: 15, paint: [62, 66, 72], conf: 0.97, brake: [[0.55, 0.68]] },
      { kind: "truck", x: -3.65, z: 26, paint: [196, 192, 182], conf: 0.95 },
      { kind: "van", x: 3.5, z: 22, paint: [132, 134, 138], conf: 0.93, brake: [[0.6, 0.7]] },
      { kind: "car", x: 0.1, z: 50, paint: [120, 30, 26], conf: 0.88 },
      { kind: "car", x: -3.6, z: 66, paint: [90, 92, 96], conf: 0.81 },
    ],
  });
}
