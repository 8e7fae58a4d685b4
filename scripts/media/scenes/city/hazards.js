import { smooth, TAU } from "../shared/numbers.js";
import { AMBER, rgba } from "./pen.js";

/** From this phase of the loop on, hazards go away again. */
export const OFF = 0.93;

/** Where hazards are, at which phase each appears, and how sure the machine is. */
export function planHazards({ XS, YS }) {
  return [
    { id: "pothole", p: [XS[11], (YS[8] + YS[9]) / 2 + 14], on: 0.14, conf: 0.91 },
    { id: "water", p: [(XS[7] + XS[8]) / 2, YS[9]], on: 0.27, conf: 0.88 },
    { id: "roadworks", p: [(XS[13] + XS[14]) / 2, YS[14]], on: 0.4, conf: 0.94 },
    { id: "debris", p: [(XS[5] + XS[6]) / 2, YS[6]], on: 0.5, conf: 0.83 },
    { id: "pothole", p: [XS[6], (YS[10] + YS[11]) / 2], on: 0.6, conf: 0.9 },
  ];
}

/** How much of a hazard is there, 0 to 1. */
export const shown = (h, ph) => smooth(h.on, h.on + 0.03, ph) * (1 - smooth(OFF, OFF + 0.035, ph));

/** Ping on the ground, stem and diamond of every hazard that is there. */
export function drawHazards(x, M, hazards, ph) {
  for (const h of hazards) {
    const k = shown(h, ph);
    if (k <= 0) continue;
    const [X, Y] = h.p,
      base = M(X, Y, 0),
      since = ph - h.on;
    for (let n = 0; n < 3; n++) {
      const t = n === 0 ? since / 0.09 : ((since - 0.09) / 0.16 + n / 2) % 1;
      if (t <= 0 || t >= 1 || (n > 0 && since < 0.09)) continue;
      x.strokeStyle = rgba(AMBER, (1 - t) * (n ? 0.4 : 0.9) * k);
      x.lineWidth = 1.6;
      x.beginPath();
      const rad = 5 + t * (n ? 22 : 46);
      for (let a = 0; a <= 40; a++) {
        const q = M(X + Math.cos((a / 40) * TAU) * rad, Y + Math.sin((a / 40) * TAU) * rad, 0.5);
        x.lineTo(q[0], q[1]);
      }
      x.stroke();
    }
    const rise = smooth(h.on, h.on + 0.045, ph),
      top = M(X, Y, 46 * rise),
      s = (17000 / base[2]) * smooth(h.on + 0.008, h.on + 0.04, ph) * k * 0.62;
    x.strokeStyle = rgba(AMBER, 0.9 * k);
    x.lineWidth = 1.4;
    x.beginPath();
    x.moveTo(base[0], base[1]);
    x.lineTo(top[0], top[1]);
    x.stroke();
    if (s < 1) continue;
    x.save();
    x.translate(top[0], top[1] - s * 0.9);
    x.save();
    x.rotate(Math.PI / 4);
    x.fillStyle = rgba(AMBER, 1);
    x.strokeStyle = "#0C0E10";
    x.lineWidth = s * 0.16;
    x.beginPath();
    x.roundRect(-s * 0.72, -s * 0.72, s * 1.44, s * 1.44, s * 0.16);
    x.stroke();
    x.fill();
    x.restore();
    x.fillStyle = "#16191D";
    x.beginPath();
    x.roundRect(-s * 0.11, -s * 0.52, s * 0.22, s * 0.62, s * 0.08);
    x.fill();
    x.beginPath();
    x.arc(0, s * 0.38, s * 0.14, 0, TAU);
    x.fill();
    x.restore();
  }
}

/** The diamond's box in pixels: left, top, width, height. */
export const diamondBox = (M, h) => {
  const b = M(...h.p, 0),
    t = M(...h.p, 46),
    s = (17000 / b[2]) * 0.62;
  return [t[0] - s * 1.05, t[1] - s * 1.95, s * 2.1, s * 2.1];
};
