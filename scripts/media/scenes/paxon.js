import * as THREE from "three";
import { paxonUnit } from "./objects/paxon-unit.js";
import { asphalt, createStudio, floor } from "./objects/studio.js";
import { TAU } from "./shared/numbers.js";

/** Where call-outs point to, in metres from the unit's middle. */
const CALLOUTS = {
  "lens pair": [-0.92, 0.54, 1.1],
  "cooling fins": [0.4, 1.03, -0.3],
  "status lamp": [1.36, 0.54, 1.08],
};
const KEY_EVERY = 6;

/** P-AXON turns around itself once. The status lamp beats. */
export default function paxon(film) {
  const { width, height, frames, fps } = film;
  const st = createStudio({
    width,
    height,
    fov: 24,
    sub: 2,
    boxes: [
      [0xffffff, 8, -6, 7, 2, 7, 2.2],
      [0xf4f0e6, 3.6, 7, 5, -5, 2, 7],
      [0xffffff, 2.8, 2, 8, -3, 9, 1],
      [0xffb81c, 4, 8, 1.2, 4, 1.2, 5],
      [0xffffff, 1.4, -8, 1, -3, 0.7, 7],
      [0xdfe6ee, 1.8, -2, 4.5, 9, 9, 1.2],
      [0xffffff, 0.6, 3, 9, 3, 10, 6],
    ],
    finish: {
      exposure: 0.9,
      overlay: "vec3 over(vec3 c,vec2 u){return c+vec3(.0034,.0042,.0050);}",
    },
  });
  const { S, cam } = st,
    { G, lamp } = paxonUnit();
  S.add(G);
  const key = new THREE.SpotLight(0xfff4e2, 820, 40, 0.5, 0.8);
  key.position.set(-5, 8, 5);
  key.castShadow = true;
  key.shadow.mapSize.set(1024, 1024);
  key.shadow.radius = 6;
  key.shadow.bias = -0.0005;
  const rim = new THREE.SpotLight(0xffb040, 420, 40, 0.5, 0.9);
  rim.position.set(7, 3, -5);
  S.add(key, key.target, rim, rim.target);
  floor(S, asphalt(), { radius: 5.2, repeat: 2.4, bump: 0.5 });
  cam.position.set(0, 3.05, 8.5);
  cam.lookAt(0.0, 0.46, 0);
  const place = (ph) => {
    G.rotation.y = -0.52 + ph * TAU;
    const beat = Math.max(0, Math.sin(ph * TAU * 7)) ** 3;
    lamp.material.color.set(0xffb81c).multiplyScalar(0.5 + 2.6 * beat);
  };
  /** Where a point of the unit is in percent; null when its side is turned away. */
  const callout = (x, y, z) => {
    const v = new THREE.Vector3(x, y, z).applyMatrix4(G.matrixWorld),
      n = new THREE.Vector3(0, 0, Math.sign(z) || 1).applyAxisAngle(
        new THREE.Vector3(0, 1, 0),
        G.rotation.y,
      ),
      view = cam.position.clone().sub(v).normalize();
    const q = v.clone().project(cam);
    const visible = Math.abs(z) <= 1 || n.dot(view) > 0.12;
    return visible ? [+((q.x + 1) * 50).toFixed(2), +((1 - q.y) * 50).toFixed(2)] : null;
  };
  function follow([name, point]) {
    const keys = [];
    for (let f = 0; f <= frames; f += KEY_EVERY) {
      place(f / frames);
      G.updateMatrixWorld();
      const at = callout(...point);
      if (at) keys.push([f, ...at, 0, 0, 1]);
      else if (keys.length && keys.at(-1)) keys.push(null);
    }
    if (keys.at(-1) === null) keys.pop();
    return { id: name.split(" ")[0], class: name, kind: "callout", keys };
  }
  function overlay() {
    cam.updateMatrixWorld();
    return { fps, frames, tracks: Object.entries(CALLOUTS).map(follow) };
  }
  return { draw: (i) => st.draw(i, frames, place, 0.45), overlay };
}
