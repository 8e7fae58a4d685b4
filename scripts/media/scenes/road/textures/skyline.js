import { canvas } from "../../shared/canvas.js";
import { rng } from "../../shared/random.js";
import { texture } from "../../shared/webgl.js";

/** The far city, a strip along the horizon: a = how much is roof, rgb = light. */
export function skyline(seed = 2) {
  const W = 4096,
    H = 256,
    c = canvas(W, H),
    x = c.getContext("2d"),
    r = rng(seed);
  for (let layer = 0; layer < 2; layer++)
    for (let X = -20; X < W;) {
      const w = 14 + r() * 40,
        tall = r() < 0.14,
        h = (tall ? 90 + r() * 100 : 18 + r() * 54) * (layer ? 0.62 : 1);
      const v = layer ? 12 : 20;
      x.fillStyle = `rgb(${v + 3},${v},${v - 1})`;
      x.fillRect(X, H - h, w, h);
      if (tall && r() < 0.6) x.fillRect(X + w * 0.45, H - h - 22, 2, 22);
      for (let j = H - h + 5; j < H - 4; j += 5)
        for (let i = X + 3; i < X + w - 3; i += 4)
          if (r() < (layer ? 0.16 : 0.11)) {
            const cool = r() < 0.2,
              L = 0.15 + 0.5 * r();
            x.fillStyle = cool
              ? `rgba(190,210,255,${L})`
              : `rgba(255,${190 + r() * 30},${110 + r() * 50},${L})`;
            x.fillRect(i, j, 1.8, 2.2);
          }
      X += w + (r() < 0.2 ? r() * 26 : 0);
    }
  return texture(c, { srgb: true, repeat: true, aniso: 1 });
}
