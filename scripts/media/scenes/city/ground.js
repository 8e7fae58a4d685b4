import { lerp } from "../shared/numbers.js";
import { fog, GROUND, mix, rgba } from "./pen.js";
import { measure } from "./way.js";

/** River, streets, boulevard and parks. */
export function drawGround({ M, poly, band }, { XS, YS, main, wOf, blocks }) {
  // river
  const rv = [];
  for (let X = -900; X <= 900; X += 30)
    rv.push(M(X, 640 + 40 * Math.sin(X * 0.006 + 1) + 0.12 * X));
  for (let X = 900; X >= -900; X -= 30)
    rv.push(M(X, 730 + 40 * Math.sin(X * 0.006 + 1) + 0.12 * X));
  poly(rv, "#0f1b1d");
  // streets as light asphalt
  const street = (X0, Y0, X1, Y1, w, col) => {
    const v = Math.abs(X0 - X1) < 1;
    const n = 14;
    for (let i = 0; i < n; i++) {
      const a = i / n,
        b = (i + 1) / n,
        ax = lerp(X0, X1, a),
        ay = lerp(Y0, Y1, a),
        bx = lerp(X0, X1, b),
        by = lerp(Y0, Y1, b);
      const q = v
        ? [M(ax - w, ay), M(bx - w, by), M(bx + w, by), M(ax + w, ay)]
        : [M(ax, ay - w), M(bx, by - w), M(bx, by + w), M(ax, ay + w)];
      if (Math.min(q[0][2], q[1][2]) < 60) continue;
      poly(q, rgba(mix(col, GROUND, fog(q[0][2]) * 0.85), 1));
    }
  };
  for (const X of XS)
    street(X, -420, X, 760, wOf(X, "x") / 2, main.x.has(X) ? [30, 34, 38] : [20, 23, 26]);
  for (const Y of YS)
    street(-640, Y, 640, Y, wOf(Y, "y") / 2, main.y.has(Y) ? [30, 34, 38] : [20, 23, 26]);
  const dg = [
      [-620, -300],
      [620, 630],
    ],
    dl = measure(dg);
  band(dg, dl, 0, dl.at(-1), 6, "#1e2226");
  for (const b of blocks)
    if (b.park) poly([M(b.x0, b.y0), M(b.x1, b.y0), M(b.x1, b.y1), M(b.x0, b.y1)], "#12211b");
}
