import { canvas } from "../../shared/canvas.js";
import { rng } from "../../shared/random.js";
import { texture } from "../../shared/webgl.js";

/** Strip of shop fronts, 24 of 4.8 m, 4.2 m high. */
export function shops(seed = 3) {
  const W = 4096,
    H = 160,
    c = canvas(W, H),
    x = c.getContext("2d"),
    r = rng(seed),
    n = 24,
    w = W / n;
  x.fillStyle = "#040404";
  x.fillRect(0, 0, W, H);
  for (let i = 0; i < n; i++) {
    const X = i * w,
      open = r() < 0.62;
    const tone = [
        [255, 196, 120],
        [255, 224, 180],
        [226, 236, 255],
        [255, 180, 96],
      ][(r() * 4) | 0],
      L = open ? 0.35 + 0.5 * r() : 0.03 + 0.04 * r();
    const y0 = 46,
      h = H - y0 - 10;
    const g = x.createLinearGradient(0, y0, 0, H);
    g.addColorStop(0, `rgba(${tone},${L})`);
    g.addColorStop(1, `rgba(${tone},${L * 0.45})`);
    x.fillStyle = g;
    x.fillRect(X + 7, y0, w - 14, h);
    for (let k = 0; k < 22; k++) {
      // goods, shelves, people
      x.fillStyle = r() < 0.4 ? `rgba(${tone},${0.5 * L * r()})` : `rgba(10,6,4,${0.5 * r()})`;
      const bw = 4 + r() * 20,
        bh = 6 + r() * 44;
      x.fillRect(X + 8 + r() * (w - 18 - bw), H - 10 - bh, bw, bh);
    }
    if (open && r() < 0.7)
      for (let k = 0; k < 5; k++) {
        x.fillStyle = `rgba(255,244,220,${0.7 * r()})`;
        x.fillRect(X + 14 + (k * (w - 28)) / 5, y0 + 5, 5, 3);
      }
    x.fillStyle = "#050505";
    for (let k = 1; k < 4; k++) x.fillRect(X + 7 + ((w - 14) * k) / 4 - 1.5, y0, 3, h);
    const q = r();
    if (q < 0.6) {
      // fascia, lit softly; letters would be text, so only the light
      const f =
        q < 0.2
          ? [255, 176, 70]
          : q < 0.36
            ? [236, 240, 255]
            : q < 0.46
              ? [40, 180, 150]
              : q < 0.54
                ? [236, 74, 48]
                : [255, 210, 150];
      x.fillStyle = `rgba(${f},.16)`;
      x.fillRect(X + 8, 16, w - 16, 22);
      x.filter = "blur(1.2px)";
      x.fillStyle = `rgba(${f},.85)`;
      let u = X + 18 + r() * 30;
      const end = X + w - 22 - r() * 30;
      while (u < end) {
        const lw = 3 + r() * 7;
        x.fillRect(u, 20 + (r() < 0.3 ? 3 : 0), lw, r() < 0.4 ? 13 : 10);
        u += lw + 3;
        if (r() < 0.15) u += 8;
      }
      x.filter = "none";
    } else if (q < 0.75) {
      // awning
      x.fillStyle = "#171310";
      x.beginPath();
      x.moveTo(X + 4, 30);
      x.lineTo(X + w - 4, 30);
      x.lineTo(X + w + 2, 52);
      x.lineTo(X - 2, 52);
      x.fill();
    }
    x.fillStyle = "#020202";
    x.fillRect(X, 0, 7, H);
    x.fillRect(X, H - 10, w, 10);
  }
  return texture(c, { srgb: true, repeat: true, aniso: 4 });
}
