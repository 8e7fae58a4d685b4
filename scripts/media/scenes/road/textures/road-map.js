import { canvas } from "../../shared/canvas.js";
import { clamp, smooth } from "../../shared/numbers.js";
import { rng, tileNoise } from "../../shared/random.js";
import { texture } from "../../shared/webgl.js";

/** 24 m x one period: r = wetness, g = brightness, b = tar and cracks, a = second noise. */
export function roadMap(P, seed = 1) {
  const W = 512,
    H = 2048,
    cr = canvas(W, H),
    x = cr.getContext("2d", { willReadFrequently: true }),
    r = rng(seed * 31 + 4);
  x.fillStyle = "#000";
  x.fillRect(0, 0, W, H);
  const px = W / 24,
    py = H / P;
  const line = (pts, w, a) => {
    for (const o of [-H, 0, H]) {
      x.strokeStyle = `rgba(255,255,255,${a})`;
      x.lineWidth = w;
      x.beginPath();
      pts.forEach(([X, Y], i) => (i ? x.lineTo(X, Y + o) : x.moveTo(X, Y + o)));
      x.stroke();
    }
  };
  for (let k = 0; k < 9; k++) {
    // sealed cracks
    let X = W * (0.28 + 0.44 * r()),
      Y = r() * H,
      dx = (r() - 0.5) * 0.5;
    const pts = [];
    for (let i = 0; i < 60 + r() * 160; i++) {
      pts.push([X, Y]);
      Y += 3;
      X += dx + (r() - 0.5) * 1.6;
      if (r() < 0.06) dx = (r() - 0.5) * 0.9;
    }
    line(pts, 1.4 + r(), 0.8);
  }
  for (let k = 0; k < 7; k++) {
    // transverse ones
    const Y = r() * H,
      pts = [];
    for (let X = W * 0.27; X < W * 0.73; X += 4)
      pts.push([X, Y + Math.sin(X * 0.03 + k) * 3 + (r() - 0.5) * 3]);
    line(pts, 1.2, 0.7);
  }
  for (let k = 0; k < 5; k++) {
    // patches
    const X = W / 2 + ([-3.4, 0.1, 3.4][k % 3] + (r() - 0.5)) * px,
      Y = r() * H;
    x.fillStyle = "rgba(255,255,255,.42)";
    for (const o of [-H, 0, H]) x.fillRect(X - px, Y + o, 2 * px, py * (2 + r() * 5));
  }
  const D = x.getImageData(0, 0, W, H).data;
  const n1 = tileNoise(seed + 1, 64),
    n2 = tileNoise(seed + 2, 32),
    n3 = tileNoise(seed + 3, 128);
  const d = new Uint8Array(W * H * 4);
  for (let j = 0; j < H; j++)
    for (let i = 0; i < W; i++) {
      const o = (j * W + i) * 4,
        X = (i / W - 0.5) * 24,
        s = j / H;
      const lane = ((((X + 1.8) % 3.6) + 3.6) % 3.6) - 1.8;
      const track = Math.exp(-(((Math.abs(lane) - 0.8) / 0.36) ** 2));
      const big = n2(X * 0.32, s * 32) * 0.55 + n1(X * 0.7 + 4, s * 64) * 0.45,
        fine = n3(X * 2.2, s * 128);
      d[o] = clamp(0.3 + smooth(0.3, 0.72, big) * 0.62 + track * 0.16 + (fine - 0.5) * 0.14) * 255;
      d[o + 1] =
        clamp(0.5 + (n1(X * 0.5, s * 64) - 0.5) * 0.7 + (fine - 0.5) * 0.3 - track * 0.12) * 255;
      d[o + 2] = D[o];
      d[o + 3] = fine * 255;
    }
  return texture({ data: d, width: W, height: H }, { repeat: true, aniso: 4 });
}
