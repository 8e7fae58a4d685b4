import { canvas } from "../shared/canvas.js";
import { rng, tileNoise } from "../shared/random.js";
import { STENCILS } from "./stencil-shapes.js";

/**
 * One road marking, white or amber, with a lane line that passes and a crack.
 *
 * @param i seeds its wear
 */
export function paintStencil(name, i, w = 800, h = 520) {
  const out = canvas(w, h),
    x = out.getContext("2d"),
    r = rng(i * 97 + 5),
    n1 = tileNoise(i + 1, 256),
    n2 = tileNoise(i + 50, 256);
  const amber = [2, 5, 7].includes(i % 9);
  // stencil
  const m = canvas(w, h),
    k = m.getContext("2d", { willReadFrequently: true });
  const size = h * 0.66,
    ang = (r() - 0.5) * 0.1,
    ox = w * (0.5 + (r() - 0.5) * 0.1),
    oy = h * 0.51;
  k.translate(ox, oy);
  k.rotate(ang);
  k.scale(size / 100, size / 100);
  k.translate(-50, -50);
  k.fillStyle = k.strokeStyle = "#fff";
  k.lineJoin = "miter";
  k.lineCap = "butt";
  for (const f of STENCILS[name]) f(k);
  if (!["hazard", "stud", "beat"].includes(name)) {
    k.globalCompositeOperation = "destination-out";
    k.fillRect(48.9, -20, 2.2, 140);
    k.globalCompositeOperation = "source-over";
  }
  k.setTransform(1, 0, 0, 1, 0, 0);
  // a lane line passes
  k.save();
  k.translate(ox, oy);
  k.rotate(ang);
  const side = i % 2 ? 1 : -1;
  k.fillStyle = "#fff";
  const lx = side * w * 0.4;
  for (let y = -h; y < h; y += h * 0.9) k.fillRect(lx - 13, y + ((i * 61) % 200), 26, h * 0.52);
  k.restore();
  const M = k.getImageData(0, 0, w, h).data;
  const D = x.createImageData(w, h),
    d = D.data;
  const crack = [];
  let cx = w * (0.1 + 0.8 * r()),
    cd = (r() - 0.5) * 1.2;
  for (let y = 0; y < h; y++) {
    cx += cd + (r() - 0.5) * 3.4;
    if (r() < 0.05) cd = (r() - 0.5) * 1.8;
    crack[y] = cx;
  }
  const lxx = w * (side > 0 ? 0.2 : 0.8);
  for (let y = 0; y < h; y++)
    for (let X = 0; X < w; X++) {
      const o = (y * w + X) * 4;
      const big = n1(X / 170, y / 170) * 0.6 + n2(X / 60, y / 60) * 0.4;
      const ag = n1(X / 2.1 + 9, y / 2.1) * 0.5 + n2(X / 4.4, y / 4.4 + 7) * 0.5;
      let v = 25 + ag * 30 + big * 13 - 6 + (r() - 0.5) * 13;
      if (r() < 0.006) v += 34 + r() * 30;
      if (r() < 0.02) v -= 14;
      const light =
        0.62 +
        0.62 * Math.exp(-(((X - lxx) / (w * 0.55)) ** 2 + ((y - h * 0.36) / (h * 0.66)) ** 2));
      const cr = Math.abs(X - crack[y]);
      if (cr < 2.2) v *= 0.42 + 0.2 * cr;
      let R = v * 1.0,
        G = v * 1.005,
        B = v * 1.03;
      const a = M[o + 3] / 255;
      if (a > 0) {
        const wear =
          n2(X / 9, y / 9) * 0.45 + n1(X / 2.6, y / 2.6) * 0.36 + n1(X / 48 + 3, y / 48) * 0.38;
        let p = Math.max(0, Math.min(1, (wear - 0.4) * 7.5)) * a;
        if (cr < 2.6) p *= 0.2;
        const t = 0.86 + 0.16 * ag + (r() - 0.5) * 0.05;
        const c = amber ? [236, 166, 26] : [226, 222, 210];
        R += (c[0] * t - R) * p * 0.96;
        G += (c[1] * t - G) * p * 0.96;
        B += (c[2] * t - B) * p * 0.96;
      }
      d[o] = R * light;
      d[o + 1] = G * light;
      d[o + 2] = B * light;
      d[o + 3] = 255;
    }
  x.putImageData(D, 0, 0);
  return out;
}
