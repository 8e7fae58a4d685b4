import { clamp } from "../shared/numbers.js";
import { at } from "./way.js";

export const AMBER = [255, 184, 28],
  RADAR = [95, 208, 197],
  GROUND = [12, 14, 16];

export const rgba = (q, a) => `rgba(${q[0]},${q[1]},${q[2]},${a})`;

/** How much of a place is lost in the haze, by its depth. */
export const fog = (z) => clamp((z - 600) / 950);

/** From colour a to colour b. */
export const mix = (a, b, t) => a.map((v, i) => Math.round(v + (b[i] - v) * t));

/**
 * Draws shapes of the city in perspective.
 *
 * @param M the view's projection
 */
export function createPen(x, M) {
  const poly = (pts, fill, stroke, lw) => {
    x.beginPath();
    pts.forEach((q, i) => (i ? x.lineTo(q[0], q[1]) : x.moveTo(q[0], q[1])));
    if (fill) {
      x.closePath();
      x.fillStyle = fill;
      x.fill();
    }
    if (stroke) {
      x.strokeStyle = stroke;
      x.lineWidth = lw;
      x.stroke();
    }
  };
  const band = (pts, L, s0, s1, w, col) => {
    // a ribbon on the ground, in perspective
    if (s1 - s0 < 0.5) return;
    const step = 8;
    for (let s = s0; s < s1; s += step) {
      const e = Math.min(s1, s + step + 0.6),
        [ax, ay] = at(pts, L, s),
        [bx, by] = at(pts, L, e),
        l = Math.hypot(bx - ax, by - ay) || 1,
        nx = (-(by - ay) / l) * w,
        ny = ((bx - ax) / l) * w;
      const q = [
        M(ax + nx, ay + ny),
        M(bx + nx, by + ny),
        M(bx - nx, by - ny),
        M(ax - nx, ay - ny),
      ];
      if (q[0][2] < 60) continue;
      poly(q, col);
    }
  };
  return { x, M, poly, band };
}
