import { clamp } from "../../shared/numbers.js";
import { rng } from "../../shared/random.js";

/** White noise, blurred twice by a box that wraps around: grain without a lattice. Mean 0.5, spread about 0.2. */
export function softNoise(seed, n, rad) {
  const r = rng(seed);
  let a = new Float32Array(n * n).map(() => r());
  for (let pass = 0; pass < 2; pass++)
    for (const [sx, sy] of [
      [1, n],
      [n, 1],
    ]) {
      const b = new Float32Array(n * n);
      for (let l = 0; l < n; l++) {
        let sum = 0;
        for (let k = -rad; k <= rad; k++) sum += a[l * sy + ((k + n) % n) * sx];
        for (let k = 0; k < n; k++) {
          b[l * sy + k * sx] = sum / (2 * rad + 1);
          sum += a[l * sy + ((k + rad + 1) % n) * sx] - a[l * sy + ((k - rad + n) % n) * sx];
        }
      }
      a = b;
    }
  let v = 0;
  for (const q of a) v += (q - 0.5) ** 2;
  const g = 0.2 / Math.sqrt(v / a.length);
  return a.map((q) => clamp(0.5 + (q - 0.5) * g));
}
