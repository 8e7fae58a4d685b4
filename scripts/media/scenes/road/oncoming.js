import { smooth } from "../shared/numbers.js";
import { LIGHT } from "./light-cards.js";

/** Oncoming traffic closes in by this many metres per loop. */
const APPROACH = 240;
/** Lateral place and first distance in metres. */
const LAMP_PAIRS = [
  [8.9, 20],
  [12.5, 74],
  [9.1, 118],
  [8.8, 176],
  [12.3, 205],
];
const mul = (c, k) => c.map((v) => v * k);

/**
 * Headlights on the other carriageway; the nearest four light the road too.
 *
 * @param ph the loop's phase, 0 to 1
 */
export function layOncoming({ uniforms: U, oncoming: onc = LAMP_PAIRS }, card, ph) {
  let oi = 0;
  U.uOn.value.forEach((v) => v.set(0, -100));
  const q = [];
  for (const [x, s0] of onc)
    for (let k = -1; k < 3; k++) {
      const s = s0 + k * APPROACH - APPROACH * ph;
      if (s > 1 && s < 420) q.push([x, s]);
    }
  q.sort((a, b) => a[1] - b[1]);
  for (const [x, s] of q) {
    if (oi < 4 && s < 120) U.uOn.value[oi++].set(x, s);
    const e = smooth(420, 250, s);
    for (const d of [-0.62, 0.62]) {
      card(x + d, 0.72, s, 0.2 + s * 0.0012, mul([0.94, 0.97, 1], 13 * e), LIGHT.lamp);
      card(x + d, 0.72, s - 0.2, 1.5 + s * 0.008, mul([0.9, 0.95, 1], 0.7 * e), LIGHT.halo);
    }
    card(x, 0.8, s - 0.3, 3 + s * 0.012, mul([0.9, 0.95, 1], 0.3 * e), LIGHT.halo);
  }
}
