import { clamp, lerp, smooth, TAU } from "../shared/numbers.js";
import { at, lenAt, measure } from "./way.js";
import { AMBER, RADAR, rgba } from "./pen.js";
import { OFF, shown } from "./hazards.js";

/** The amber route through the city, the detour around its first hazard, and two ways that were covered. */
export function planRoutes({ XS, YS }) {
  const A = XS[6],
    B = XS[11],
    C2 = XS[16],
    S1 = YS[4],
    S2 = YS[9],
    S3 = YS[14];
  const route = [
    [A, -420],
    [A, S1],
    [B, S1],
    [B, S2],
    [B, S3],
    [C2, S3],
    [C2, 760],
  ];
  const detour = [
    [B, YS[6]],
    [XS[13], YS[6]],
    [XS[13], YS[12]],
    [B, YS[12]],
  ];
  const route2 = [
    [-640, S2],
    [XS[9], S2],
    [XS[9], YS[6]],
    [XS[4], YS[6]],
    [XS[4], -420],
  ];
  const route3 = [
    [640, YS[5]],
    [C2, YS[5]],
    [C2, YS[11]],
    [XS[19] ?? 600, YS[11]],
    [640, YS[11]],
  ];
  const withLengths = (pts) => ({ pts, L: measure(pts) });
  return {
    route: withLengths(route),
    detour: withLengths(detour),
    covered: [route2, route3].map(withLengths),
  };
}

/** How far the detour has grown, 0 to 1. */
const grown = (first, ph) =>
  smooth(first.on + 0.05, first.on + 0.17, ph) * (1 - smooth(OFF, OFF + 0.035, ph));

/** Draws the routes over the streets; once more, faintly, they shine through the houses. */
export function drawRoutes({ x, M, band }, { route, detour, covered }, hazards, ph, over) {
  const g = grown(hazards[0], ph),
    [rp, RL, dp, DL] = [route.pts, route.L, detour.pts, detour.L];
  x.globalAlpha = over;
  // where the cameras have been: covered streets are outlined in radar, a wave runs along them
  for (const { pts, L } of covered) {
    band(pts, L, 0, L.at(-1), 1.1, rgba(RADAR, 0.3));
    for (let k = 0; k < 3; k++) {
      const s = ((ph * 2 + k / 3) % 1) * (L.at(-1) + 160) - 80;
      band(pts, L, clamp(s - 80, 0, L.at(-1)), clamp(s, 0, L.at(-1)), 1.5, rgba(RADAR, 0.75));
    }
  }
  // the amber route; it breaks at the first hazard, and the detour grows
  const h0 = hazards[0],
    k0 = shown(h0, ph),
    e0 = lenAt(rp, RL, dp[0]),
    e1 = lenAt(rp, RL, dp[3]);
  band(rp, RL, 0, e0, 2.5, rgba(AMBER, 1));
  band(rp, RL, e1, RL.at(-1), 2.5, rgba(AMBER, 1));
  if (k0 < 1) band(rp, RL, e0, e1, 2.5, rgba(AMBER, 1 - k0));
  if (k0 > 0)
    for (let s = e0 + 3; s < e1; s += 14)
      band(rp, RL, s, Math.min(e1, s + 6), 1.7, rgba(AMBER, 0.6 * k0));
  if (g > 0) band(dp, DL, 0, DL.at(-1) * (ph > 0.9 ? 1 : g), 2.5, rgba(RADAR, ph > 0.9 ? g : 1));
  // pulses on the route: what drivers send
  const flow = (pts, L, s0, s1, col, n, dir = 1) => {
    for (let k = 0; k < n; k++) {
      const u = (((k / n + ((dir * ph * 4) / n) * 2) % 1) + 1) % 1,
        s = lerp(s0, s1, u);
      const q = M(...at(pts, L, s), 0.6);
      if (q[2] < 60) continue;
      x.fillStyle = col;
      x.beginPath();
      x.ellipse(q[0], q[1], 2600 / q[2], 1700 / q[2], 0, 0, TAU);
      x.fill();
    }
  };
  flow(rp, RL, 0, e0, "#FFF3D2", 8);
  flow(rp, RL, e1, RL.at(-1), "#FFF3D2", 8);
  if (g > 0.98) flow(dp, DL, 0, DL.at(-1), "#EAFBF8", 8);
  x.globalAlpha = 1;
}
