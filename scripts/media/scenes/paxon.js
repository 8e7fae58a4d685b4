import * as THREE from "three";
import { paxonUnit } from "./objects/paxon-unit.js";
import { asphalt, createStudio, floor } from "./objects/studio.js";
import { TAU } from "./shared/numbers.js";

/** P-AXON turns around itself once. The status lamp beats. */
export default function paxon(film) {
  const { width, height, frames } = film;
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
  return { draw: (i) => st.draw(i, frames, place, 0.45) };
}
