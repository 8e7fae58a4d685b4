import * as THREE from "three";
import { adder, asphalt, createStudio, floor, label, lanemark, mat } from "./objects/studio.js";
import { TAU } from "./shared/numbers.js";
import { rng } from "./shared/random.js";

/** $PULS as a lane stud. Two cars pass: the prisms answer facet by facet, red goes away behind it. */
export default function pulsToken(film) {
  const { width, height, frames } = film;
  const st = createStudio({
    width,
    height,
    fov: 24,
    sub: 3,
    boxes: [
      [0xffffff, 3.2, -6, 7, 2, 7, 2.2],
      [0xf4f0e6, 1.5, 7, 5, -5, 2, 7],
      [0xffffff, 1.2, 2, 8, -3, 9, 1],
      [0xffb81c, 2.4, 8, 1.2, 4, 1.2, 5],
      [0xffffff, 0.6, -8, 1, -3, 0.7, 7],
      [0xdfe6ee, 0.8, -2, 4.5, 9, 9, 1.2],
    ],
    finish: {
      exposure: 0.95,
      bloom: 0.2,
      threshold: 0.85,
      overlay: "vec3 over(vec3 c,vec2 u){return c+vec3(.0034,.0042,.0050);}",
    },
  });
  const { S, cam } = st,
    G = new THREE.Group(),
    add = adder(G);
  S.add(G);
  const tex = asphalt();
  floor(S, tex, { radius: 7.2, repeat: 4, bump: 3, color: 0x3a3e42 });
  const body = mat(0xa8a396, 0.4, 0.06),
    gold = mat(0xffb020, 0.24, 1),
    dk = mat(0x0c0d0e, 0.5, 0.3),
    pts = [];
  for (const [r, y] of [
    [0, 0.62],
    [0.98, 0.62],
    [1.04, 0.6],
    [1.62, 0.16],
    [1.66, 0.1],
    [1.66, 0],
  ])
    pts.unshift(new THREE.Vector2(r, y));
  add(new THREE.LatheGeometry(pts, 96), body);
  for (const [r, w, y] of [
    [1.66, 0.055, 0.07],
    [1.0, 0.02, 0.615],
  ]) {
    const t = add(new THREE.TorusGeometry(r, w, 24, 128), gold, 0, y, 0);
    t.rotation.x = Math.PI / 2;
  }
  const crown = label(
    (x, w, h) => {
      x.fillStyle = "#15171a";
      x.beginPath();
      x.arc(w / 2, h / 2, w * 0.485, 0, 7);
      x.fill();
      lanemark(x, w / 2, h * 0.72, h * 0.5, "#FFB81C");
      x.strokeStyle = "#FFB81C";
      x.lineWidth = 6;
      x.setLineDash([26, 30]);
      x.beginPath();
      x.arc(w / 2, h / 2, w * 0.445, 0, 7);
      x.stroke();
    },
    1024,
    1024,
  );
  const cr = new THREE.Mesh(
    new THREE.CircleGeometry(0.965, 96),
    mat(0xffffff, 0.26, 0.25, { map: crown, transparent: true }),
  );
  cr.rotation.x = -Math.PI / 2;
  cr.position.y = 0.6225;
  cr.receiveShadow = true;
  G.add(cr);
  // prism reflector: every facet has its own angle, so every one answers at its own moment
  const s = 32,
    NW = 1024,
    NH = 256;
  const prismWith = (seed) =>
    label(
      (x, w, h) => {
        x.fillStyle = seed ? "#000" : "#b86a00";
        x.fillRect(0, 0, w, h);
        const r = rng(seed || 3);
        for (let j = -1; j < (h / s) * 1.2 + 1; j++)
          for (let i = -1; i < w / s + 1; i++) {
            const ox = i * s + (j % 2 ? s / 2 : 0),
              oy = j * s * 0.86,
              A = [];
            for (let k = 0; k < 6; k++) {
              const an = (Math.PI / 3) * k + Math.PI / 6;
              A.push([ox + s * 0.58 * Math.cos(an), oy + s * 0.58 * Math.sin(an)]);
            }
            ["#FFC94A", "#FFB01A", "#F09000", "#C97400", "#FFE08A", "#FFD265"].forEach((col, k) => {
              const a = A[k],
                b = A[(k + 1) % 6];
              if (seed) {
                const v = r() ** 2.2;
                x.fillStyle = `rgb(${255 * v},${190 * v},${70 * v})`;
              } else x.fillStyle = col;
              x.beginPath();
              x.moveTo(ox, oy);
              x.lineTo(...a);
              x.lineTo(...b);
              x.fill();
            });
          }
      },
      NW,
      NH,
    );
  const prism = prismWith(0),
    glints = [prismWith(11), prismWith(23), prismWith(37)],
    faces = [];
  for (const a of [0, Math.PI]) {
    const frame = new THREE.Group();
    frame.rotation.y = a;
    G.add(frame);
    const g = new THREE.CylinderGeometry(1.1, 1.585, 0.37, 64, 1, true, -0.62, 1.24),
      m = new THREE.Mesh(
        g,
        mat(0xffffff, 0.14, 0, {
          map: prism,
          emissiveMap: prism,
          emissive: 0xffb648,
          emissiveIntensity: 0.05,
        }),
      );
    m.position.y = 0.395;
    frame.add(m);
    if (a === 0)
      for (const t of glints) {
        const o = new THREE.Mesh(
          new THREE.CylinderGeometry(1.102, 1.587, 0.37, 64, 1, true, -0.62, 1.24),
          new THREE.MeshBasicMaterial({
            map: t,
            blending: THREE.AdditiveBlending,
            transparent: true,
            depthWrite: false,
          }),
        );
        o.position.y = 0.395;
        frame.add(o);
        faces.push(o.material);
      }
    if (a === 0) faces.base = m.material;
    for (const [r, y] of [
      [1.106, 0.585],
      [1.592, 0.205],
    ]) {
      const to = new THREE.Mesh(new THREE.TorusGeometry(r, 0.022, 12, 64, 1.24), dk);
      to.rotation.x = Math.PI / 2;
      to.rotation.z = Math.PI / 2 - 0.62;
      to.position.y = y;
      frame.add(to);
    }
    for (const sgn of [-1, 1]) {
      const an = 0.62 * sgn,
        p0 = new THREE.Vector3(Math.sin(an) * 1.106, 0.585, Math.cos(an) * 1.106),
        p1 = new THREE.Vector3(Math.sin(an) * 1.592, 0.205, Math.cos(an) * 1.592);
      frame.add(
        new THREE.Mesh(new THREE.TubeGeometry(new THREE.LineCurve3(p0, p1), 4, 0.022, 12), dk),
      );
    }
  }
  // an amber line runs under it
  const ln = label(
    (x, w, h) => {
      const r = rng(5);
      x.fillStyle = "#d79a1c";
      x.fillRect(0, 0, w, h);
      x.globalCompositeOperation = "destination-out";
      for (let i = 0; i < 9000; i++) {
        x.globalAlpha = r() * 0.8;
        x.beginPath();
        x.arc(r() * w, r() * h, r() * 2.4, 0, 7);
        x.fill();
      }
    },
    2048,
    128,
  );
  const lf = label(
    (x, w, h) => {
      const g = x.createLinearGradient(0, 0, w, 0);
      g.addColorStop(0.12, "#000");
      g.addColorStop(0.34, "#fff");
      g.addColorStop(0.66, "#fff");
      g.addColorStop(0.88, "#000");
      x.fillStyle = g;
      x.fillRect(0, 0, w, h);
    },
    512,
    8,
  );
  const lm = new THREE.Mesh(
      new THREE.PlaneGeometry(16, 0.62),
      new THREE.MeshPhongMaterial({
        color: 0xcccccc,
        map: ln,
        alphaMap: lf,
        transparent: true,
        shininess: 30,
        specular: 0x443311,
      }),
    ),
    lg = new THREE.Group();
  lm.rotation.x = -Math.PI / 2;
  lm.position.y = 0.004;
  lm.receiveShadow = true;
  lg.add(lm);
  lg.rotation.y = 0.9;
  S.add(lg);
  cam.position.set(0, 4.1, 8.6);
  cam.lookAt(0, 0.2, 0);
  // lights: a faint street lamp, the car that passes, its tail lamps going away
  const lampL = new THREE.SpotLight(0xffe2bc, 120, 40, 0.6, 1);
  lampL.position.set(-4, 8, 1);
  S.add(lampL, lampL.target);
  const hl = new THREE.SpotLight(0xfff4e2, 0, 60, 0.32, 0.9),
    hl2 = new THREE.SpotLight(0xfff4e2, 0, 60, 0.32, 0.9);
  hl.castShadow = true;
  hl.shadow.mapSize.set(1024, 1024);
  hl.shadow.radius = 5;
  hl.shadow.bias = -0.0006;
  const tail = new THREE.PointLight(0xff2a10, 0, 20, 1.6);
  S.add(hl, hl.target, hl2, hl2.target, tail);
  const bell = (t, a, b) =>
    t > 0 && t < 1
      ? (t < a
          ? (1 - Math.cos((t / a) * Math.PI)) / 2
          : (1 + Math.cos(((t - a) / (1 - a)) * Math.PI)) / 2) ** b
      : 0;
  function place(ph) {
    ph = ((ph % 1) + 1) % 1;
    G.rotation.y = 0.2 + 0.1 * Math.sin(TAU * ph);
    // two cars a loop: one on our side, then one wider
    const t1 = ph / 0.56,
      t2 = ((ph + 0.5) % 1) / 0.5;
    const I1 = bell(t1, 0.66, 1.7),
      I2 = bell(t2, 0.6, 1.7) * 0.62,
      use1 = I1 >= I2,
      q = use1 ? t1 : t2,
      I = Math.max(I1, I2);
    const e = Math.min(1, Math.max(0, q)) ** 1.35,
      side = use1 ? -1 : 1;
    const z = 26 - 21 * e,
      x = side * (1.0 + 6.5 * e * e * e);
    hl.position.set(x - 0.7, 2.0, z);
    hl2.position.set(x + 0.7, 2.0, z);
    hl.target.position.set(x * 0.15, 0.1, 0);
    hl2.target.position.set(x * 0.15, 0.1, 0);
    hl.intensity = hl2.intensity = I * (330 + 540 * (1 - e));
    const retro = I * Math.exp(-((x / 4.2) ** 2));
    faces.base.emissiveIntensity = 0.03 + 0.5 * retro;
    faces.forEach((m, i) => {
      const f = Math.max(0, Math.cos(x * (1.9 + i * 0.5) + i * 2.1 + z * 0.16)) ** 2;
      m.color.setRGB(1, 0.74, 0.3).multiplyScalar((0.03 + 2.3 * f) * retro);
    });
    const pass = (t, at) => Math.max(0, (t - at) / (1.12 - at));
    const k1 = pass(t1, 0.86),
      k2 = pass(t2, 0.84),
      k = k1 > 0 && k1 < 1 ? k1 : k2 > 0 && k2 < 1 ? k2 : 0,
      sd = k === k1 ? -1 : 1;
    tail.intensity = k > 0 && k < 1 ? 30 * Math.sin(k * Math.PI) * (sd > 0 ? 0.7 : 1) : 0;
    tail.position.set(sd * (3.0 - k), 0.75, 1.5 - 8.5 * k);
  }
  return { draw: (i) => st.draw(i, frames, place, 0.5) };
}
