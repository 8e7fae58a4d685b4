import * as THREE from "three";
import { TAU } from "../shared/numbers.js";
import { PARKED, PERIOD } from "./period.js";

/** What a point belongs to; the shader gives each its colour. */
export const KIND = { road: 0, wall: 1, mark: 2, tree: 3, pole: 4, parked: 5, person: 6, amber: 7 };

/** Points on the outside of a car: `out(x, y, z, kind, brightness)` takes them. */
export const shell = (r, cx, z, kind, out, dens = 1) => {
  const face = (n, f) => {
    for (let i = 0; i < n * dens; i++) f(r(), r());
  };
  const prof = (s) =>
    s < 0.75
      ? 0.95 + 0.1 * s
      : s < 1.5
        ? 1.0 + ((s - 0.75) / 0.75) * 0.44
        : s < 2.9
          ? 1.46
          : s < 3.5
            ? 1.46 - ((s - 2.9) / 0.6) * 0.5
            : 0.96 - (s - 3.5) * 0.12;
  face(420, (u, v) => {
    const s = u * 4.3,
      top = prof(s);
    out(cx + (v * 2 - 1) * (top > 1.05 ? 0.72 : 0.88), top, z + s, kind, 1);
  });
  for (const sd of [-1, 1])
    face(360, (u, v) => {
      const s = u * 4.3,
        y = 0.22 + v * (prof(s) - 0.22);
      const wx = Math.min(Math.abs(s - 0.85), Math.abs(s - 3.4)),
        wheel = Math.hypot(wx, y - 0.33) < 0.34;
      if (y > 1.02 && s > 1 && s < 3.2 && r() < 0.75) return;
      out(cx + sd * (y > 1.0 ? 0.9 - (y - 1) * 0.42 : 0.92), y, z + s, kind, wheel ? 0.35 : 1);
    });
  face(260, (u, v) =>
    out(
      cx + (u * 2 - 1) * 0.9,
      0.3 + v * 0.65,
      z,
      kind,
      v > 0.7 && Math.abs(u * 2 - 1) > 0.55 ? 1.8 : 0.9,
    ),
  );
};

/**
 * Points scattered once over one period of street: ground, paint, cars, poles, trees, people.
 *
 * @param r random numbers
 * @returns positions, and for each point its kind, brightness and a random number
 */
export function streetPoints(r) {
  const pos = [],
    dat = [];
  const put = (x, y, z, k, b = 1) => (pos.push(x, y, -z), dat.push(k, b, r()));
  const wrap = (z) => ((z % PERIOD) + PERIOD) % PERIOD;
  // ground: kerbs, pavement, lane marks
  for (let i = 0; i < 900; i++) {
    const x = (r() * 2 - 1) * 11.6,
      z = r() * PERIOD;
    put(x, Math.abs(x) > 7.6 ? 0.14 : 0, z, KIND.road, Math.abs(x) > 7.6 ? 0.6 : 0.5);
  }
  for (const s of [-1, 1])
    for (let i = 0; i < 1700; i++) put(s * 7.6, r() * 0.14, r() * PERIOD, KIND.mark, 0.5);
  for (let i = 0; i < 2400; i++) put((r() - 0.5) * 0.14, 0.01, r() * PERIOD, KIND.amber, 0.85);
  for (let d = 0; d < 10; d++)
    for (const X of [-3.6, 3.6])
      for (let i = 0; i < 110; i++)
        put(X + (r() - 0.5) * 0.14, 0.01, d * 6 + r() * 2.6, KIND.mark, 0.9);
  for (let b = 0; b < 9; b++)
    for (let i = 0; i < 240; i++)
      put(-7 + b * 1.7 + r() * 0.7, 0.01, 41 + r() * 3, KIND.mark, 0.75); // crossing
  for (const [s, zs] of PARKED) for (const z of zs) shell(r, s * 6.4, z, KIND.parked, put);
  for (let z = 4; z < PERIOD; z += 15)
    for (const s of [-1, 1]) {
      const zz = wrap(z + (s > 0 ? 7.5 : 0));
      for (let i = 0; i < 260; i++)
        put(s * 8.4 + (r() - 0.5) * 0.05, r() * 8.2, zz, KIND.pole, 0.8);
      for (let i = 0; i < 120; i++) put(s * (8.4 - r() * 2.6), 8.2 + 0.1 * r(), zz, KIND.pole, 1);
    }
  for (const [s, z, h] of [
    [-1, 8, 5.2],
    [-1, 26, 6],
    [-1, 37, 4.8],
    [-1, 57, 5.6],
    [1, 2, 5.6],
    [1, 24, 5],
    [1, 44, 6.1],
  ]) {
    const R = 1.7 + r() * 0.6;
    for (let i = 0; i < 520; i++) {
      const a = r() * TAU,
        b = Math.acos(2 * r() - 1),
        q = R * (0.72 + 0.28 * r()) * (1 + 0.18 * Math.sin(a * 4 + s));
      put(
        s * 9.6 + q * Math.sin(b) * Math.cos(a),
        h + q * Math.cos(b) * 0.95,
        wrap(z + q * Math.sin(b) * Math.sin(a)),
        KIND.tree,
        0.8,
      );
    }
    for (let i = 0; i < 90; i++)
      put(s * 9.6 + (r() - 0.5) * 0.2, r() * (h - R * 0.7), z, KIND.pole, 0.5);
  }
  for (const [x, z] of [
    [-9, 12],
    [9.4, 21],
    [-8.8, 31],
    [-8.6, 31.8],
    [9, 47],
    [-3.2, 42.6],
    [2.4, 42.2],
  ])
    for (let i = 0; i < 230; i++) {
      const y = r() * 1.74,
        w = y > 1.5 ? 0.11 : y > 0.8 ? 0.24 : 0.15,
        a = r() * TAU;
      put(x + Math.cos(a) * w, y, wrap(z + Math.sin(a) * w * 0.7), KIND.person, 1.1);
    }
  return { pos, dat };
}

/** Points as a geometry. */
export function pointGeometry(p, d) {
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.BufferAttribute(new Float32Array(p), 3));
  g.setAttribute("aD", new THREE.BufferAttribute(new Float32Array(d), 3));
  return g;
}
