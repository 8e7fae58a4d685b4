import * as THREE from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { canvas } from "../shared/canvas.js";
import { TAU } from "../shared/numbers.js";
import { adder, mat } from "./studio.js";

/**
 * The P-AXON unit: housing with fins, two lenses, infrared window, status lamp, and a back with connectors.
 *
 * @returns its group and the lamp, whose colour beats
 */
export function paxonUnit() {
  const G = new THREE.Group(),
    add = adder(G);
  const body = mat(0x4a4f55, 0.42, 0.84, { envMapIntensity: 1.4 }),
    dark = mat(0x08090a, 0.22, 0.2, { envMapIntensity: 1.2 }),
    alu = mat(0xb9bcc0, 0.24, 1),
    blk = mat(0x060607, 0.55, 0.1),
    brass = mat(0xc79a4a, 0.3, 1);
  add(new RoundedBoxGeometry(3.3, 0.62, 2.1, 6, 0.14), body, 0, 0.5, 0);
  add(new RoundedBoxGeometry(3.33, 0.085, 2.13, 4, 0.04), mat(0x00794e, 0.34, 0.75), 0, 0.34, 0);
  for (let i = 0; i < 17; i++)
    add(new RoundedBoxGeometry(0.052, 0.26, 1.56, 2, 0.02), body, -1.32 + i * 0.165, 0.9, -0.12);
  add(new RoundedBoxGeometry(2.9, 0.06, 1.7, 3, 0.03), blk, 0, 0.8, -0.12);
  add(new RoundedBoxGeometry(3.0, 0.44, 0.06, 4, 0.03), dark, 0, 0.53, 1.04);
  const eye = (x, r) => {
    const ring = new THREE.Mesh(new THREE.TorusGeometry(r, 0.028, 16, 64), alu);
    ring.position.set(x, 0.54, 1.085);
    G.add(ring);
    const b = add(new THREE.CylinderGeometry(r, r * 0.98, 0.07, 48), blk, x, 0.54, 1.07);
    b.rotation.x = Math.PI / 2;
    for (const [k, c] of [
      [0.82, 0x15181b],
      [0.62, 0x0a0b0d],
      [0.46, 0x1a1d22],
    ]) {
      const t = new THREE.Mesh(new THREE.TorusGeometry(r * k, 0.014, 12, 56), mat(c, 0.3, 0.8));
      t.position.set(x, 0.54, 1.108);
      G.add(t);
    }
    const gl = new THREE.Mesh(
      new THREE.SphereGeometry(r * 0.98, 48, 24, 0, TAU, 0, 0.62),
      mat(0x0b1018, 0.04, 0, { envMapIntensity: 1.6 }),
    );
    gl.rotation.x = Math.PI / 2;
    gl.position.set(x, 0.54, 1.085 - r * 0.98 * Math.cos(0.62) + 0.012);
    G.add(gl);
  };
  eye(-0.92, 0.185);
  eye(-0.34, 0.135);
  add(new RoundedBoxGeometry(0.56, 0.15, 0.02, 2, 0.01), mat(0x1c070c, 0.08, 0), 0.28, 0.54, 1.075);
  const lamp = new THREE.Mesh(new THREE.CircleGeometry(0.034, 24), new THREE.MeshBasicMaterial());
  lamp.position.set(1.36, 0.54, 1.076);
  G.add(lamp);
  // the mark on the front, three bars (the film carries no words)
  const mark = (() => {
    const c = canvas(128, 128),
      x = c.getContext("2d");
    x.fillStyle = "#D8D9DA";
    for (const [a, b] of [
      [0, 0.4],
      [0.48, 0.74],
      [0.8, 0.96],
    ]) {
      const wa = 44 * (1 - a * 0.82),
        wb = 44 * (1 - b * 0.82);
      x.beginPath();
      x.moveTo(64 - wa, 116 - a * 104);
      x.lineTo(64 + wa, 116 - a * 104);
      x.lineTo(64 + wb, 116 - b * 104);
      x.lineTo(64 - wb, 116 - b * 104);
      x.fill();
    }
    const t = new THREE.CanvasTexture(c);
    t.colorSpace = THREE.SRGBColorSpace;
    t.anisotropy = 8;
    return t;
  })();
  const l1 = new THREE.Mesh(
    new THREE.PlaneGeometry(0.19, 0.19),
    new THREE.MeshStandardMaterial({
      map: mark,
      transparent: true,
      roughness: 0.5,
      emissive: 0xffffff,
      emissiveMap: mark,
      emissiveIntensity: 0.12,
    }),
  );
  l1.position.set(0.92, 0.54, 1.0765);
  G.add(l1);
  for (let i = 0; i < 3; i++)
    add(new RoundedBoxGeometry(0.02, 0.15, 0.26, 2, 0.008), blk, 1.652, 0.5, 0.45 - i * 0.42);
  for (let i = 0; i < 2; i++)
    add(new RoundedBoxGeometry(0.02, 0.2, 0.5, 2, 0.008), blk, -1.652, 0.5, 0.4 - i * 0.8);
  for (const x of [-1.28, 1.28])
    for (const z of [-0.75, 0.75])
      add(new THREE.CylinderGeometry(0.16, 0.18, 0.14, 32), blk, x, 0.12, z);
  for (const x of [-1.5, 1.5])
    for (const z of [-0.92, 0.92]) {
      add(new THREE.CylinderGeometry(0.06, 0.06, 0.03, 24), alu, x * 0.985, 0.815, z * 0.985);
      add(new THREE.CylinderGeometry(0.034, 0.034, 0.032, 6), blk, x * 0.985, 0.818, z * 0.985);
    }
  // the back: plate, round connectors, two antenna sockets, a type plate
  add(new RoundedBoxGeometry(3.0, 0.44, 0.05, 3, 0.02), mat(0x1a1c1f, 0.5, 0.6), 0, 0.53, -1.04);
  for (const [x, r] of [
    [-1.12, 0.13],
    [-0.7, 0.13],
    [-0.28, 0.13],
  ]) {
    const a = add(new THREE.CylinderGeometry(r, r, 0.14, 32), alu, x, 0.53, -1.1);
    a.rotation.x = Math.PI / 2;
    const b = add(new THREE.CylinderGeometry(r * 0.72, r * 0.72, 0.145, 32), blk, x, 0.53, -1.1);
    b.rotation.x = Math.PI / 2;
    for (let k = 0; k < 5; k++) {
      const p = add(
        new THREE.CylinderGeometry(0.012, 0.012, 0.15, 8),
        brass,
        x + Math.cos((k / 5) * TAU) * r * 0.4,
        0.53 + Math.sin((k / 5) * TAU) * r * 0.4,
        -1.1,
      );
      p.rotation.x = Math.PI / 2;
    }
  }
  for (const x of [0.72, 1.05]) {
    const a = add(new THREE.CylinderGeometry(0.06, 0.06, 0.2, 20), brass, x, 0.53, -1.12);
    a.rotation.x = Math.PI / 2;
    const n = add(new THREE.CylinderGeometry(0.09, 0.09, 0.05, 6), brass, x, 0.53, -1.06);
    n.rotation.x = Math.PI / 2;
  }
  add(
    new RoundedBoxGeometry(0.5, 0.22, 0.012, 2, 0.005),
    mat(0xa8abae, 0.35, 0.9),
    0.27,
    0.53,
    -1.066,
  );
  return { G, lamp };
}
