import { lerp } from "../shared/numbers.js";
import { shown } from "./hazards.js";
import { AMBER, fog, GROUND, mix, rgba } from "./pen.js";

/** The houses, far blocks first; hazards near them tint their walls. */
export function drawHouses({ x, M, poly }, blocks, hazards, ph, width, height) {
  const order = blocks
    .map((b) => [M((b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2)[2], b])
    .sort((a, b) => b[0] - a[0]);
  const lit = hazards.map((h) => [h, shown(h, ph)]);
  for (const [z, b] of order) {
    if (z < 120) continue;
    const f = fog(z);
    const lots = b.lots
      .map((l) => [M((l[0] + l[2]) / 2, (l[1] + l[3]) / 2)[2], l])
      .sort((a, q) => q[0] - a[0]);
    for (const [, [X0, Y0, X1, Y1, h, q]] of lots) {
      const P = [
          [X0, Y0],
          [X1, Y0],
          [X1, Y1],
          [X0, Y1],
        ],
        lo = P.map(([u, v]) => M(u, v, 0)),
        hi = P.map(([u, v]) => M(u, v, h));
      if (hi.every((p) => p[0] < -20 || p[0] > width + 20) || hi.every((p) => p[1] > height + 60))
        continue;
      // routes beside a house tint its walls
      const cx = (X0 + X1) / 2,
        cy = (Y0 + Y1) / 2;
      let glow = [0, 0, 0];
      for (const [hz, k] of lit) {
        const d = Math.hypot(cx - hz.p[0], cy - hz.p[1]);
        if (k > 0 && d < 90) {
          const e = k * Math.exp(-((d / 34) ** 2)) * 0.5;
          glow = glow.map((v, i) => v + AMBER[i] * e * 0.3);
        }
      }
      const wall = (i, j, base) => {
        const col = mix(
          base.map((v, t) => v + glow[t] * 0.9),
          GROUND,
          f,
        );
        if (f > 0.22) return poly([lo[i], lo[j], hi[j], hi[i]], rgba(mix(col, GROUND, 0.25), 1));
        const gr = x.createLinearGradient(
          0,
          Math.min(hi[i][1], hi[j][1]),
          0,
          Math.max(lo[i][1], lo[j][1]),
        );
        gr.addColorStop(0, rgba(col, 1));
        gr.addColorStop(1, rgba(mix(col, GROUND, 0.55), 1));
        poly([lo[i], lo[j], hi[j], hi[i]], gr);
      };
      wall(0, 1, [30, 34, 39]);
      // the visible side depends on where we stand
      if ((lo[1][0] - lo[2][0]) * (hi[1][1] - lo[1][1]) > 0) wall(1, 2, [42, 47, 53]);
      else wall(3, 0, [42, 47, 53]);
      const top = mix(
        [54 + q * 10, 60 + q * 10, 67 + q * 10].map((v, t) => v + glow[t] * 0.5),
        GROUND,
        f,
      );
      poly(hi, rgba(top, 1), rgba(mix([98, 108, 118], GROUND, f), 0.6), 0.8);
      if (h > 30 && f < 0.7) {
        // a few lit floors
        for (let k = 0; k < 4; k++) {
          const zz = h * (0.2 + 0.7 * ((q * 7.3 + k * 0.37) % 1)),
            a = M(lerp(X0, X1, 0.12), Y0, zz),
            e = M(lerp(X0, X1, 0.3 + 0.5 * ((q * 3.1 + k * 0.61) % 1)), Y0, zz);
          x.strokeStyle = `rgba(255,206,140,${0.34 * (1 - f)})`;
          x.lineWidth = 1;
          x.beginPath();
          x.moveTo(a[0], a[1]);
          x.lineTo(e[0], e[1]);
          x.stroke();
        }
      }
    }
  }
}
