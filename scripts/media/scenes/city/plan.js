import { lerp } from "../shared/numbers.js";

/**
 * The city from above, in metres: avenues run along y, streets along x, their widths vary. One diagonal
 * boulevard, a river in the north.
 *
 * @param r random numbers
 * @returns `XS`, `YS` of the streets, which of them are `main`, their width `wOf`, and `blocks` with lots
 */
export function planCity(r) {
  const XS = [],
    YS = [];
  for (let X = -640; X <= 640; X += (56 + r() * 26) | 0) XS.push(X);
  for (let Y = -420; Y <= 760; Y += (50 + r() * 24) | 0) YS.push(Y);
  const main = { x: new Set([XS[6], XS[11], XS[16]]), y: new Set([YS[4], YS[9], YS[14]]) };
  const wOf = (v, k) => (main[k].has(v) ? 13 : 7);
  const diag = (X, Y) => Math.abs((X + 60) * 0.6 - (Y - 120) * 0.8) < 11; // boulevard
  const river = (X, Y) => {
    const q = 640 + 40 * Math.sin(X * 0.006 + 1) + 0.12 * X;
    return Y > q && Y < q + 90;
  };
  const blocks = [];
  for (let i = 0; i + 1 < XS.length; i++)
    for (let j = 0; j + 1 < YS.length; j++) {
      const x0 = XS[i] + wOf(XS[i], "x") / 2 + 2,
        x1 = XS[i + 1] - wOf(XS[i + 1], "x") / 2 - 2,
        y0 = YS[j] + wOf(YS[j], "y") / 2 + 2,
        y1 = YS[j + 1] - wOf(YS[j + 1], "y") / 2 - 2;
      const park = r() < 0.05,
        cx = (x0 + x1) / 2,
        cy = (y0 + y1) / 2,
        down = Math.exp(-(((cx - 60) / 260) ** 2 + ((cy - 330) / 200) ** 2));
      const nx = r() < 0.5 ? 2 : 3,
        ny = r() < 0.6 ? 2 : 3,
        lots = [];
      for (let a = 0; a < nx; a++)
        for (let b = 0; b < ny; b++) {
          const X0 = lerp(x0, x1, a / nx),
            X1 = lerp(x0, x1, (a + 1) / nx) - 1.4,
            Y0 = lerp(y0, y1, b / ny),
            Y1 = lerp(y0, y1, (b + 1) / ny) - 1.4;
          let bad = false;
          for (const [u, v] of [
            [X0, Y0],
            [X1, Y0],
            [X0, Y1],
            [X1, Y1],
            [(X0 + X1) / 2, (Y0 + Y1) / 2],
          ])
            if (diag(u, v) || river(u, v)) bad = true;
          if (bad || park || r() < 0.07) continue;
          const in1 = r() * 3,
            h = 5 + r() * 12 + (r() < 0.3 ? r() * 20 : 0) + down * r() ** 2 * 95;
          lots.push([X0 + in1 * r(), Y0 + in1 * r(), X1 - in1 * r(), Y1 - in1 * r(), h, r()]);
        }
      blocks.push({ x0, y0, x1, y1, park, lots });
    }
  return { XS, YS, main, wOf, blocks };
}
