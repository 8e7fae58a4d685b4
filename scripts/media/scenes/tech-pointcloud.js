import * as THREE from "three";
import { FilmFinish } from "./shared/film-finish.js";
import { TAU } from "./shared/numbers.js";
import { rng } from "./shared/random.js";
import { createRenderer, target } from "./shared/webgl.js";
import { groundRings } from "./street/ground-rings.js";
import { COPIES, PARKED, PERIOD } from "./street/period.js";
import { KIND, pointGeometry, shell, streetPoints } from "./street/points.js";
import { ADDITIVE, POINT, SCAN } from "./street/scan-shader.js";
import { standIn } from "./street/stand-in.js";
import { wallRings } from "./street/wall-rings.js";

/** Sub-frames per picture. */
const SUB = 3;
/** Vehicles are marked between these distances ahead, in metres. */
const SEEN = { from: 4, to: 64 };

/** A street as the scanner sees it: rings fixed to the sensor, the street passes through them, the beam turns. */
export default function techPointcloud(film) {
  const { width, height, frames } = film;
  const r = rng(12),
    { pos, dat } = streetPoints(r);
  const cars = [
    { x: 0, z: 0, ego: true, mv: 0 },
    { x: 1.9, z: 19, mv: 0 },
    { x: 1.8, z: 43, mv: 0 },
    { x: -1.9, z: 8, mv: -1 },
    { x: -1.85, z: 46, mv: -1 },
    { x: -1.95, z: 78, mv: -1 },
  ];
  cars[0].x = 1.9;
  const U = {
    uT: { value: 0 },
    uE: { value: new THREE.Vector3(1.9, 1.95, -2) },
    uRot: { value: 0 },
    uPh: { value: 0 },
    uS: { value: height / 720 },
    uMine: { value: 0 },
  };
  const mat = (o = {}) =>
    new THREE.ShaderMaterial({
      vertexShader: SCAN,
      fragmentShader: POINT,
      uniforms: { ...U, ...o },
      ...ADDITIVE,
    });
  const scene = new THREE.Scene(),
    cam = new THREE.PerspectiveCamera(47, width / height, 0.5, 220),
    base = mat(),
    g = pointGeometry(pos, dat),
    reps = [];
  for (let k = -1; k < COPIES - 1; k++) {
    const m = new THREE.Points(g, base);
    m.frustumCulled = false;
    m.userData.k = k;
    reps.push(m);
    scene.add(m);
  }
  for (const c of cars) {
    const p = [],
      d = [];
    shell(
      r,
      0,
      -2.1,
      KIND.amber,
      (x, y, z, k, b) => (
        p.push(x, y, -z),
        d.push(c.ego ? KIND.mark : k, b * (c.ego ? 1.1 : 1), r())
      ),
      c.ego ? 2.2 : 1.5,
    );
    if (c.ego)
      for (let i = 0; i < 260; i++) {
        const a = r() * TAU;
        p.push(Math.cos(a) * 0.16, 1.55 + r() * 0.28, Math.sin(a) * 0.16);
        d.push(KIND.amber, 1.6, r());
      }
    const m = new THREE.Points(pointGeometry(p, d), mat({ uMine: { value: 1 } }));
    m.frustumCulled = false;
    c.mesh = m;
    scene.add(m);
  }
  const uCar = { value: cars.map(() => new THREE.Vector2()) };
  scene.add(groundRings(r, U, uCar), wallRings(r, U));
  for (const c of cars) scene.add((c.solid = standIn()));
  const stills = [];
  for (const [s, zs] of PARKED)
    for (const z of zs)
      for (let k = -1; k < 2; k++) {
        const parked = standIn();
        scene.add(parked);
        stills.push([parked, s * 6.4, z + 2.15 + k * PERIOD]);
      }
  const R = createRenderer(),
    rt = target(width, height, { depthBuffer: true }),
    fin = new FilmFinish(R, width, height, {
      exposure: 1.25,
      contrast: 0.22,
      vignette: 0.25,
      bloom: 0.05,
      threshold: 0.7,
      levels: 4,
      overlay:
        "vec3 over(vec3 c,vec2 u){c=c/(1.+.22*max(c.r,max(c.g,c.b)));return c+vec3(.0030,.0038,.0046);}",
    });
  function place(ph) {
    const T = ph * PERIOD;
    for (const m of reps) m.position.z = T - m.userData.k * PERIOD;
    U.uT.value = T;
    for (const [q, x, z] of stills) q.position.set(x, 0, -z + T);
    U.uRot.value = (((ph * 8) % 1) + 1) % 1;
    U.uPh.value = ph;
    for (const c of cars) {
      let z = c.z + (c.mv ? 0 : c.ego ? 0 : 0.8 * Math.sin(TAU * ph + c.z)),
        x = c.x + (c.ego ? 0.05 : 0.12) * Math.sin(TAU * ph * (c.ego ? 1 : 2) + c.z);
      if (c.mv) z = ((((c.z - ph * 114 + 30) % 114) + 114) % 114) - 30; // oncoming: 114 m closer per loop, evenly repeated
      c.now = [x, z];
      c.mesh.position.set(x, 0, -z);
      c.solid.position.set(x, 0, -z);
      uCar.value[cars.indexOf(c)].set(x, z);
    }
    U.uE.value.set(cars[0].now[0], 1.95, -cars[0].now[1]);
    const sw = Math.sin(TAU * ph),
      cw = Math.cos(TAU * ph);
    cam.position.set(-0.6 + 0.9 * sw, 6.2 + 0.35 * cw, 12.6 + 0.5 * sw);
    cam.lookAt(0.3 + 0.3 * sw, 2.3, -22);
    cam.rotation.z += 0.006 * cw;
    cam.updateMatrixWorld();
  }
  function draw(f) {
    fin.begin();
    for (let i = 0; i < SUB; i++) {
      place((f + ((i + 0.5) / SUB - 0.5) * 0.55) / frames);
      cam.setViewOffset(
        width,
        height,
        [0.25, -0.25, 0.1, -0.1][i % 4],
        [-0.1, 0.1, 0.25, -0.25][i % 4],
        width,
        height,
      );
      R.setRenderTarget(rt);
      R.setClearColor(0, 1);
      R.clear();
      R.render(scene, cam);
      fin.sub(rt, 1 / SUB);
    }
    return fin.end();
  }
  const box = (x, z, w = 0.95, h = 1.5, l = 4.3) => {
    let a = 1e9,
      b = 1e9,
      c = -1e9,
      d = -1e9;
    for (const X of [x - w, x + w])
      for (const Y of [0, h])
        for (const Z of [z - l / 2, z + l / 2]) {
          const v = new THREE.Vector3(X, Y, -Z).project(cam),
            px = (v.x + 1) * 50,
            py = (1 - v.y) * 50;
          a = Math.min(a, px);
          b = Math.min(b, py);
          c = Math.max(c, px);
          d = Math.max(d, py);
        }
    return [a, b, c - a, d - b];
  };
  /** The cars ahead, without names: in a small picture they could not be read. */
  function seen(frame) {
    cam.clearViewOffset();
    place(frame / frames);
    const marks = cars
      .slice(1)
      .filter(({ now: [, z] }) => z > SEEN.from && z < SEEN.to)
      .map(({ now }) => ({ rect: box(...now) }));
    return { marks, unit: 1.4 };
  }
  return { draw, seen };
}
