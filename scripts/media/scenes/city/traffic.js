import { smooth } from "../shared/numbers.js";
import { fog } from "./pen.js";

/** Cars along every street; each moves a whole number of slots, so that the loop closes. */
export function planTraffic(r, { XS, YS, main: mains }) {
  const cars = [];
  const lane = (fixed, vert, a, b, n, main) => {
    for (let i = 0; i < n; i++) {
      const dir = r() < 0.5 ? 1 : -1;
      cars.push({
        fixed: fixed + dir * (main ? 2.6 : 1.4),
        vert,
        a,
        b,
        u: r(),
        k: dir * (1 + ((r() * 2) | 0)) * (main ? 1 : 0.5) * 1,
      });
    }
  };
  for (const X of XS) lane(X, true, -420, 760, mains.x.has(X) ? 26 : 7, mains.x.has(X));
  for (const Y of YS) lane(Y, false, -640, 640, mains.y.has(Y) ? 26 : 7, mains.y.has(Y));
  // speed must close the loop: each car moves a whole number of "slots"; slot = length / 12
  for (const q of cars) q.v = (Math.sign(q.k) * (1 + ((r() * 2) | 0))) / 12;
  return cars;
}

/** Lamps of the cars: white towards us, red away from us. */
export function drawTraffic(x, M, cars, ph) {
  for (const q of cars) {
    const len = q.b - q.a;
    // whole slots only: fade at the slot ends so that frame N equals frame 0
    const w = ((q.u * 12) % 1) + q.v * 12 * ph;
    const s = q.a + ((Math.floor(q.u * 12) + w) / 12) * len;
    const e = Math.min(smooth(0, 0.06, ph), 1 - smooth(0.94, 1, ph));
    const p = q.vert ? M(q.fixed, s, 0.6) : M(s, q.fixed, 0.6);
    if (p[2] < 90 || s < q.a || s > q.b) continue;
    const toward = q.v < 0;
    const a = 0.95 * (1 - fog(p[2])) * e;
    x.fillStyle = toward ? `rgba(255,244,222,${a})` : `rgba(255,92,70,${a * 0.9})`;
    const R = 1900 / p[2];
    x.fillRect(p[0] - R * 0.6, p[1] - R * 0.4, R * 1.2, R * 0.8);
  }
}
