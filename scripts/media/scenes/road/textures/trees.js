import { canvas } from "../../shared/canvas.js";
import { clamp, TAU } from "../../shared/numbers.js";
import { rng, tileNoise } from "../../shared/random.js";
import { texture } from "../../shared/webgl.js";

/** Four trees in a row, lit from a street lamp above and beside. Alpha is the crown. */
export function trees(seed = 5) {
  const S = 512,
    c = canvas(S * 4, S),
    x = c.getContext("2d"),
    r = rng(seed);
  for (let t = 0; t < 4; t++) {
    const ox = t * S + S / 2,
      w = [0.3, 0.22, 0.34, 0.26][t] * S,
      cy = S * 0.42,
      hh = [0.36, 0.4, 0.34, 0.38][t] * S;
    x.strokeStyle = "#1b1510";
    x.lineCap = "round";
    const branch = (X, Y, a, len, wd, dep) => {
      const X2 = X + Math.cos(a) * len,
        Y2 = Y + Math.sin(a) * len;
      x.lineWidth = wd;
      x.beginPath();
      x.moveTo(X, Y);
      x.lineTo(X2, Y2);
      x.stroke();
      if (dep > 0)
        for (let k = 0; k < 3; k++)
          branch(X2, Y2, a + (r() - 0.5) * 1.3, len * 0.72, wd * 0.62, dep - 1);
    };
    branch(ox, S * 0.995, -Math.PI / 2, S * 0.3, 13, 4);
    for (let pass = 0; pass < 4; pass++)
      for (let k = 0; k < 900; k++) {
        const a = r() * TAU,
          q = Math.sqrt(r()),
          lob = 1 + 0.16 * Math.sin(a * 5 + t * 2) + 0.1 * Math.sin(a * 9 + t);
        const X = Math.cos(a) * q * w * lob,
          Y = Math.sin(a) * q * hh * lob;
        if (q > 0.75 && r() < 0.45) continue;
        const top = clamp(0.5 - (Y / hh) * 0.55 + (X / w) * 0.3),
          L = (0.12 + pass * 0.16) * (0.25 + top * 1.1) * (0.55 + 0.65 * r());
        x.fillStyle = `rgb(${(118 * L) | 0},${(112 * L) | 0},${(52 * L) | 0})`;
        x.beginPath();
        x.ellipse(ox + X, cy + Y, 2 + r() * 5, 1.4 + r() * 2.6, r() * TAU, 0, TAU);
        x.fill();
      }
  }
  return texture(c, { srgb: true, aniso: 2 });
}

/** A hedge that repeats; alpha is the leaves. */
export function hedge(seed = 9) {
  const W = 2048,
    H = 128,
    c = canvas(W, H),
    x = c.getContext("2d"),
    r = rng(seed),
    n = tileNoise(seed, 32);
  for (let k = 0; k < 26000; k++) {
    const X = r() * W,
      top = H * (0.18 + 0.5 * n((X / W) * 32, 1)),
      Y = top + (H - top) * Math.sqrt(r());
    const L = (0.2 + 0.8 * r()) * (1.05 - ((Y - top) / H) * 1.1) * 0.42;
    x.fillStyle = `rgb(${(104 * L) | 0},${(108 * L) | 0},${(52 * L) | 0})`;
    const a = 1.5 + r() * 4;
    for (const o of [-W, 0, W]) {
      x.beginPath();
      x.ellipse(X + o, Y, a, a * 0.6, r() * TAU, 0, TAU);
      x.fill();
    }
  }
  return texture(c, { srgb: true, repeat: true, aniso: 2 });
}
