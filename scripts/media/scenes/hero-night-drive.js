import { nightRoad } from "./road/night-road.js";

/** From the driver's seat; the vanishing point is right of the middle, where the page's sign ends. */
export default function heroNightDrive(film) {
  return nightRoad({
    ...film,
    seed: 5,
    camera: { x: 0.25, y: 1.34, foc: 2.15, hx: 0.76, hz: -0.2 },
    bend: 0.00045,
    bendSway: 0.00018,
    hood: 0.055,
    vehicles: [
      { kind: "car", x: 0.15, z: 15, paint: [62, 66, 72], conf: 0.97, brake: [[0.55, 0.68]] },
      { kind: "truck", x: 3.65, z: 24, paint: [196, 192, 182], conf: 0.95 },
      { kind: "van", x: -3.6, z: 29, paint: [132, 134, 138], conf: 0.93, brake: [[0.6, 0.7]], under: true },
      { kind: "car", x: 0.1, z: 50, paint: [120, 30, 26], conf: 0.88 },
      { kind: "car", x: 3.6, z: 66, paint: [90, 92, 96], conf: 0.81 },
    ],
  });
}
