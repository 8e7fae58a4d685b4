import * as THREE from "three";
import { lerp, TAU } from "../shared/numbers.js";

/** Body of a car or van as a loft from the rear bumper over the roof, with sides. Texture is projected from behind. */
export function vehicleGeometry(kind, tex) {
  const G = { p: [], t: [], i: [] };
  const uv = (x, y) => [x / tex.w + 0.5, (y + 0.05) / tex.h];
  const put = (x, y, z, U) => (G.p.push(x, y, z), G.t.push(...(U || uv(x, y))), G.p.length / 3 - 1);
  const grid = (rows) => {
    for (let j = 0; j + 1 < rows.length; j++)
      for (let i = 0; i + 1 < rows[j].length; i++) {
        const a = rows[j][i],
          b = rows[j][i + 1],
          c = rows[j + 1][i + 1],
          d = rows[j + 1][i];
        G.i.push(a, b, c, a, c, d);
      }
  };
  const box = (x0, y0, s0, x1, y1, s1, U) => {
    const v = (x, y, s) => put(x, y, -s, U);
    const q = (a, b, c, d) => G.i.push(a, b, c, a, c, d);
    q(v(x0, y0, s0), v(x1, y0, s0), v(x1, y1, s0), v(x0, y1, s0));
    q(v(x0, y0, s1), v(x0, y0, s0), v(x0, y1, s0), v(x0, y1, s1));
    q(v(x1, y0, s0), v(x1, y0, s1), v(x1, y1, s1), v(x1, y1, s0));
    q(v(x0, y1, s0), v(x1, y1, s0), v(x1, y1, s1), v(x0, y1, s1));
  };
  const wheel = (x, r, s, w) => {
    const U = uv(0, 0.18),
      n = 18,
      rows = [[], []];
    for (let i = 0; i <= n; i++) {
      const a = (i / n) * TAU;
      rows[0].push(put(x - w / 2, r + Math.cos(a) * r, -s - Math.sin(a) * r, U));
      rows[1].push(put(x + w / 2, r + Math.cos(a) * r, -s - Math.sin(a) * r, U));
    }
    grid(rows);
  };
  if (kind === "truck") {
    box(-1.22, 0.92, 0, 1.22, 3.55, 7.2);
    box(-1.1, 0.4, 0.12, 1.1, 0.8, 7, uv(0, 0.3));
    // rear frame with the lamps, drawn on the texture
    const a = put(-1.22, 0.4, 0.02),
      b = put(1.22, 0.4, 0.02),
      c = put(1.22, 0.92, 0.02),
      d = put(-1.22, 0.92, 0.02);
    G.i.push(a, b, c, a, c, d);
    for (const s of [-1, 1]) for (const z of [1.3, 2.5]) wheel(s * 0.92, 0.5, z, 0.56);
    box(-1.24, 3.52, -0.02, 1.24, 3.6, 7.24, uv(0, 3.3));
  } else {
    const S =
      kind === "car"
        ? [
            [0.24, 0.16, 0.78],
            [0.3, 0.04, 0.86],
            [0.44, 0, 0.9],
            [0.58, 0.01, 0.915],
            [0.68, 0.05, 0.92],
            [0.8, 0.06, 0.925],
            [0.9, 0.07, 0.91],
            [0.965, 0.11, 0.885],
            [0.995, 0.2, 0.85],
            [1.01, 0.42, 0.78],
            [1.03, 0.62, 0.73],
            [1.14, 0.82, 0.69],
            [1.28, 1.06, 0.63],
            [1.38, 1.26, 0.58],
            [1.425, 1.45, 0.55],
            [1.45, 1.8, 0.54],
            [1.44, 2.3, 0.53],
            [1.39, 2.7, 0.52],
          ]
        : [
            [0.28, 0.12, 0.84],
            [0.36, 0.02, 0.92],
            [0.5, 0, 0.95],
            [0.66, 0.02, 0.96],
            [0.9, 0.05, 0.965],
            [1.12, 0.07, 0.96],
            [1.34, 0.11, 0.94],
            [1.6, 0.18, 0.89],
            [1.76, 0.25, 0.84],
            [1.85, 0.36, 0.79],
            [1.9, 0.6, 0.76],
            [1.92, 1.4, 0.75],
            [1.9, 3.0, 0.74],
          ];
    const n = 20,
      rows = [];
    for (const [y, z, hw] of S) {
      const row = [];
      for (let i = 0; i <= n; i++) {
        const u = (i / n) * 2 - 1,
          k = Math.abs(u);
        row.push(
          put(hw * u, y - (y > 1.36 ? 0.05 * k ** 4 : 0), -(z + 0.05 * k * k + 0.26 * k ** 7)),
        );
      }
      rows.push(row);
    }
    grid(rows);
    // sides
    const belt = kind === "car" ? 1.0 : 1.12;
    for (const sgn of [-1, 1]) {
      const side = [];
      for (const [y, z, hw] of S) {
        const z0 = z + 0.31,
          top = y > belt,
          end = top
            ? Math.max(z0 + 0.05, kind === "car" ? 3.3 - (y - 1) * 1.6 : 4.2 - (y - 1) * 0.8)
            : 4.3;
        const U =
            top && y < (kind === "car" ? 1.4 : 1.7)
              ? uv(0, kind === "car" ? 1.2 : 1.4)
              : uv(0.34, kind === "car" ? 0.7 : 0.66),
          row = [];
        for (let i = 0; i <= 6; i++) {
          const f = i / 6,
            s = lerp(z0, end, f);
          row.push(
            put(
              sgn * (hw + (top ? 0.03 : 0.02) * Math.sin(f * Math.PI)),
              y - (y > 1.36 ? 0.05 : 0),
              -s,
              U,
            ),
          );
        }
        side.push(row);
      }
      grid(side);
      wheel(sgn * 0.78, 0.33, 0.95, 0.24);
      wheel(sgn * 0.78, 0.33, 3.4, 0.24);
    }
    box(-0.8, 0.2, 0.4, 0.8, 0.4, 4, uv(0, 0.15));
  }
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.BufferAttribute(new Float32Array(G.p), 3));
  g.setAttribute("uv", new THREE.BufferAttribute(new Float32Array(G.t), 2));
  g.setIndex(G.i);
  g.computeVertexNormals();
  return g;
}
