import { clamp, lerp } from "../shared/numbers.js";

/** A way along streets: how far each of its corners is from its start. */
export const measure = (pts) => {
  const L = [0];
  for (let i = 1; i < pts.length; i++)
    L.push(L[i - 1] + Math.hypot(pts[i][0] - pts[i - 1][0], pts[i][1] - pts[i - 1][1]));
  return L;
};

/** The place s metres along a way. */
export const at = (pts, L, s) => {
  let i = 1;
  while (i < L.length - 1 && L[i] < s) i++;
  const t = clamp((s - L[i - 1]) / (L[i] - L[i - 1]));
  return [lerp(pts[i - 1][0], pts[i][0], t), lerp(pts[i - 1][1], pts[i][1], t)];
};

/** How far along a way its nearest place to p is. */
export const lenAt = (pts, L, p) => {
  let best = 0,
    bd = 1e9;
  for (let s = 0; s <= L.at(-1); s += 1) {
    const q = at(pts, L, s),
      d = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (d < bd) [bd, best] = [d, s];
  }
  return best;
};
