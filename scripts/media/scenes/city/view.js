import { TAU } from "../shared/numbers.js";

/**
 * The eye over the city.
 *
 * @returns `look(phase)` moves it, `M(x, y, z)` gives the place in the picture and the depth
 */
export function createView(width, height) {
  let project;
  const look = (ph) => {
    const a = -0.5 + 0.035 * Math.sin(TAU * ph),
      tilt = 0.8 + 0.012 * Math.cos(TAU * ph),
      z = 1.0 + 0.015 * Math.sin(TAU * ph + 1);
    const tx = 40 + 14 * Math.sin(TAU * ph),
      ty = 150 + 10 * Math.cos(TAU * ph),
      ca = Math.cos(a),
      sa = Math.sin(a),
      ct = Math.cos(tilt),
      st = Math.sin(tilt),
      D = 640 / z,
      F = 1080;
    project = (X, Y, Z = 0) => {
      const u = X - tx,
        v = Y - ty,
        p = u * ca - v * sa,
        q = u * sa + v * ca;
      const yy = q * ct + Z * st,
        zz = D + q * st - Z * ct;
      return [width / 2 + 60 + (p * F) / zz, height * 0.5 - (yy * F) / zz, zz];
    };
  };
  return { look, M: (X, Y, Z) => project(X, Y, Z) };
}
