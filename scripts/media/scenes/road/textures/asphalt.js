import { clamp } from "../../shared/numbers.js";
import { rng } from "../../shared/random.js";
import { texture } from "../../shared/webgl.js";
import { softNoise } from "./soft-noise.js";

/** Asphalt tile, 4.25 m: rg = slope, b = stone brightness, a = paint wear. */
export function asphalt(n = 1024) {
  const a = softNoise(3, n, 3),
    b = softNoise(5, n, 1),
    c = softNoise(9, n, 8),
    r = rng(17);
  const h = new Float32Array(n * n),
    br = new Float32Array(n * n),
    w = new Float32Array(n * n);
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const i = y * n + x,
        s1 = a[i],
        s2 = b[i],
        s3 = c[i];
      h[i] = s1 * 0.5 + s2 * 0.38 + s3 * 0.3 + (r() - 0.5) * 0.1;
      br[i] = clamp(
        0.42 + (s2 - 0.5) * 0.5 + (s1 - 0.5) * 0.35 + (r() - 0.5) * 0.3 + (s2 > 0.86 ? 0.35 : 0),
      );
      w[i] = clamp((s3 * 0.55 + s1 * 0.3 + s2 * 0.15 - 0.24) * 6);
    }
  const d = new Uint8Array(n * n * 4);
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const i = y * n + x,
        o = i * 4;
      const dx = h[y * n + ((x + 1) % n)] - h[y * n + ((x + n - 1) % n)],
        dy = h[((y + 1) % n) * n + x] - h[((y + n - 1) % n) * n + x];
      d[o] = clamp(0.5 + dx * 1.1) * 255;
      d[o + 1] = clamp(0.5 + dy * 1.1) * 255;
      d[o + 2] = br[i] * 255;
      d[o + 3] = w[i] * 255;
    }
  return texture({ data: d, width: n, height: n }, { repeat: true, aniso: 4 });
}
