import { smooth } from "../shared/numbers.js";
import { LIGHT } from "./light-cards.js";
import { COPIES, LAMP_DISTANCE, PERIOD } from "./period.js";

const MEDIAN = [1, 0.66, 0.3];
const LEFT = [1, 0.72, 0.38];
const mul = (c, k) => c.map((v) => v * k);

/**
 * Lamps with their halos and cones, delineators and lane studs that answer our own lamps, and warning
 * lights on high roofs.
 *
 * @param card of the light cards
 * @param roofs [x, y, distance] of warning lights
 * @param t metres travelled
 */
export function layRoadsideLights(card, roofs, t) {
  for (let k = 0; k < COPIES; k++) {
    for (let j = 0; j < 4; j++) {
      const s = 14 + j * LAMP_DISTANCE + k * PERIOD - t,
        s1 = ((31 + j * LAMP_DISTANCE) % PERIOD) + k * PERIOD - t,
        far = smooth(10, 60, s),
        far1 = smooth(10, 60, s1);
      for (const x of [3.7, 8.6]) {
        card(x, 9.24, s - 0.4, 0.55, mul(MEDIAN, 12), LIGHT.bulb, 1.5);
        card(x, 9.2, s - 0.4, 2.6 + s * 0.012, mul(MEDIAN, 0.85 + far * 0.6), LIGHT.halo);
        if (s < 150) card(x, 9.2, s, 4.6, mul(MEDIAN, 0.055 * smooth(4, 22, s)), LIGHT.cone, 9.2);
      }
      card(-6.3, 8.64, s1 - 0.4, 0.55, mul(LEFT, 12), LIGHT.bulb, 1.5);
      card(-6.3, 8.6, s1 - 0.4, 2.6 + s1 * 0.012, mul(LEFT, 0.85 + far1 * 0.6), LIGHT.halo);
      if (s1 < 150) card(-6.3, 8.6, s1, 4.4, mul(LEFT, 0.055 * smooth(4, 22, s1)), LIGHT.cone, 8.6);
    }
    // delineators and lane studs answer our own lamps
    for (let j = 0; j < 17; j++) {
      const s = j * 8 + 3 + k * PERIOD - t;
      if (s < 2 || s > 130) continue;
      const g = Math.exp(-((s - 20) ** 2) / 900) * 2.6 + 0.35 * Math.exp(-s / 60);
      card(-7.42, 0.66, s, 0.07 + s * 0.0006, mul([1, 0.95, 0.86], g * 1.5), LIGHT.lamp);
      card(5.98, 0.66, s + 4, 0.065 + s * 0.0006, mul([1, 0.6, 0.1], g * 1.5), LIGHT.lamp);
      card(-1.8, 0.02, s + 1.2, 0.05 + s * 0.0005, mul([1, 0.95, 0.86], g * 1.25), LIGHT.lamp);
      card(1.8, 0.02, s + 1.2, 0.05 + s * 0.0005, mul([1, 0.95, 0.86], g * 1.25), LIGHT.lamp);
    }
    for (const [x, y, s0] of roofs)
      card(x, y, s0 + k * PERIOD - t, 0.35, [1.6, 0.12, 0.06], LIGHT.lamp);
  }
}
