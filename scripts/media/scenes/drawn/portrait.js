import { canvas } from "../shared/canvas.js";
import { rng } from "../shared/random.js";

/** Skin, hair, clothes, background. */
export const PEOPLE = [
  ["#8a5a3c", "#1a1412", "#d9d2c2", "#2f3b44"],
  ["#b07a54", "#0f0e0e", "#20262b", "#5a6b70"],
  ["#a06a48", "#2a1a14", "#7a2e26", "#3a4048"],
  ["#d0a080", "#5b4630", "#39424a", "#4c4536"],
];

/** A portrait: drawn, grained, then as a mosaic, fine everywhere and coarse on the face. */
export function portrait(i, w = 480, h = 560) {
  const c = canvas(w, h),
    x = c.getContext("2d");
  const A = PEOPLE[i];
  const [skin, hair, cloth, bg] = A;
  let g = x.createLinearGradient(0, 0, w, h);
  g.addColorStop(0, bg);
  g.addColorStop(1, "#121518");
  x.fillStyle = g;
  x.fillRect(0, 0, w, h);
  for (let k = 0; k < 9; k++) {
    x.fillStyle = `rgba(255,${184 + k * 5},${90 + k * 12},${0.05 + 0.03 * (k % 3)})`;
    x.beginPath();
    x.arc((k * 173 + i * 91) % w, 40 + ((k * 97 + i * 37) % 200), 18 + k * 4, 0, 7);
    x.fill();
  }
  x.fillStyle = cloth;
  x.beginPath();
  x.moveTo(w * 0.06, h);
  x.bezierCurveTo(w * 0.08, h * 0.74, w * 0.26, h * 0.72, w * 0.4, h * 0.66);
  x.lineTo(w * 0.6, h * 0.66);
  x.bezierCurveTo(w * 0.74, h * 0.72, w * 0.92, h * 0.74, w * 0.94, h);
  x.fill();
  x.fillStyle = "rgba(0,0,0,.28)";
  x.beginPath();
  x.moveTo(w * 0.5, h);
  x.lineTo(w * 0.4, h * 0.68);
  x.lineTo(w * 0.5, h * 0.79);
  x.lineTo(w * 0.6, h * 0.68);
  x.closePath();
  x.fill();
  if (i === 2 || i === 0) {
    x.fillStyle = hair;
    x.beginPath();
    x.ellipse(w * 0.5, h * 0.46, w * 0.235, h * 0.31, 0, 0, 7);
    x.fill();
    x.fillRect(w * 0.27, h * 0.4, w * 0.46, h * 0.24);
  }
  x.fillStyle = skin;
  x.fillRect(w * 0.425, h * 0.54, w * 0.15, h * 0.15);
  x.fillStyle = "rgba(0,0,0,.3)";
  x.fillRect(w * 0.425, h * 0.59, w * 0.15, h * 0.05);
  x.fillStyle = skin;
  x.beginPath();
  x.ellipse(w * 0.5, h * 0.42, w * 0.165, h * 0.195, 0, 0, 7);
  x.fill();
  g = x.createLinearGradient(w * 0.33, 0, w * 0.67, 0);
  g.addColorStop(0, "rgba(255,230,190,.38)");
  g.addColorStop(0.5, "rgba(0,0,0,0)");
  g.addColorStop(1, "rgba(0,0,0,.5)");
  x.fillStyle = g;
  x.beginPath();
  x.ellipse(w * 0.5, h * 0.42, w * 0.165, h * 0.195, 0, 0, 7);
  x.fill();
  x.fillStyle = hair;
  x.beginPath();
  if (i === 0 || i === 2) {
    x.ellipse(w * 0.5, h * 0.3, w * 0.185, h * 0.12, 0, Math.PI, 0);
    x.fill();
    x.beginPath();
    x.ellipse(w * 0.36, h * 0.42, w * 0.045, h * 0.2, 0, 0, 7);
    x.ellipse(w * 0.64, h * 0.42, w * 0.045, h * 0.2, 0, 0, 7);
    x.fill();
  } else {
    x.ellipse(w * 0.5, h * 0.285, w * 0.18, h * 0.105, 0, Math.PI, 0.02);
    x.fill();
    x.fillRect(w * 0.33, h * 0.27, w * 0.035, h * 0.1);
    x.fillRect(w * 0.635, h * 0.27, w * 0.035, h * 0.1);
  }
  x.fillStyle = "rgba(20,12,8,.75)";
  for (const s of [-1, 1]) {
    x.fillRect(w * (0.5 + s * 0.075) - w * 0.032, h * 0.375, w * 0.064, h * 0.014);
    x.beginPath();
    x.ellipse(w * (0.5 + s * 0.075), h * 0.405, w * 0.022, h * 0.012, 0, 0, 7);
    x.fill();
  }
  if (i === 1 || i === 3) {
    x.fillStyle = "rgba(20,14,10,.55)";
    x.beginPath();
    x.ellipse(w * 0.5, h * 0.545, w * 0.135, h * 0.075, 0, 0, Math.PI);
    x.fill();
    x.fillRect(w * 0.42, h * 0.487, w * 0.16, h * 0.016);
  }
  x.fillStyle = "rgba(120,40,30,.6)";
  x.fillRect(w * 0.455, h * 0.512, w * 0.09, h * 0.013);
  x.fillStyle = "rgba(0,0,0,.18)";
  x.fillRect(w * 0.49, h * 0.41, w * 0.035, h * 0.06);
  // grain, then mosaic: fine on everything, coarse on the face
  const out = canvas(w, h),
    o = out.getContext("2d", { willReadFrequently: true });
  const mosaic = (s, clip) => {
    const t = canvas(Math.ceil(w / s), Math.ceil(h / s)),
      k = t.getContext("2d");
    k.imageSmoothingQuality = "high";
    k.drawImage(c, 0, 0, t.width, t.height);
    o.save();
    if (clip) {
      o.beginPath();
      o.rect(...clip);
      o.clip();
    }
    o.imageSmoothingEnabled = false;
    o.drawImage(t, 0, 0, t.width * s, t.height * s);
    o.restore();
  };
  mosaic(10);
  mosaic(30, [w * 0.3125, h * 0.2143, w * 0.375, h * 0.4286]);
  const I = o.getImageData(0, 0, w, h),
    d = I.data,
    r = rng(i + 9);
  for (let k = 0; k < d.length; k += 4) {
    const v = (r() - 0.5) * 9;
    const L = 0.3 * d[k] + 0.59 * d[k + 1] + 0.11 * d[k + 2];
    for (let j = 0; j < 3; j++) d[k + j] = (d[k + j] * 0.62 + L * 0.38) * 0.92 + v;
  }
  o.putImageData(I, 0, 0);
  return out;
}
