import { LAMP_DISTANCE, PERIOD } from "./period.js";
import { QuadMesh } from "./quad-mesh.js";
import { FRAG, PLACE } from "./shaders.js";
import { hedge, trees } from "./textures/trees.js";

/** Trees, each two crossed pictures, and a hedge along either side. */
export function addGreenery({ material: mat, repeat, random: rnd, seed }) {
  const T = new QuadMesh();
  for (let s = 4; s < PERIOD - 3; s += 7.2 + rnd() * 4.5) {
    if (rnd() < 0.16) continue;
    const x = -10.6 - rnd() * 1.2,
      k = (rnd() * 4) | 0,
      h = 6 + rnd() * 2.4,
      w = h,
      f = rnd() < 0.5;
    const a = k / 4 + 0.002,
      b = k / 4 + 0.248,
      q = 31 + LAMP_DISTANCE * Math.round((s - 31) / LAMP_DISTANCE) - s;
    const e = [0.5 + 0.9 * Math.exp(-((q / 10) ** 2)), 0, 0, 0];
    T.quad(
      [x - w / 2, -0.1, -s],
      [x + w / 2, -0.1, -s],
      [x + w / 2, h, -s],
      [x - w / 2, h, -s],
      f ? [b, 0, a, 0, a, 1, b, 1] : [a, 0, b, 0, b, 1, a, 1],
      e,
      [0, 0, 1],
    );
    T.quad(
      [x, -0.1, -s - w / 2],
      [x, -0.1, -s + w / 2],
      [x, h, -s + w / 2],
      [x, h, -s - w / 2],
      [a, 0, b, 0, b, 1, a, 1],
      e,
      [1, 0, 0],
    );
  }
  for (let s = 6; s < PERIOD - 3; s += 9 + rnd() * 8) {
    const x = 20 + rnd() * 2,
      k = (rnd() * 4) | 0,
      h = 5.5 + rnd() * 2,
      a = k / 4 + 0.002,
      b = k / 4 + 0.248;
    T.quad(
      [x - h / 2, 0, -s],
      [x + h / 2, 0, -s],
      [x + h / 2, h, -s],
      [x - h / 2, h, -s],
      [a, 0, b, 0, b, 1, a, 1],
      [0.5, 0, 0, 0],
      [0, 0, 1],
    );
  }
  const vs = `${PLACE} attribute vec4 aE;varying vec2 vU;varying vec4 vE;void main(){vU=uv;vE=aE;gl_Position=place(modelMatrix*vec4(position,1.));}`;
  const fs = (
    n,
  ) => `${FRAG} uniform sampler2D tL;varying vec2 vU;varying vec4 vE;void main(){vec4 t=texture2D(tL,vU);if(t.a<.02) discard;
      float hl=headlight((vP.x-uCamX)*.5,-vP.z)*smoothstep(3.2,.4,vP.y);
      vec3 c=t.rgb*(LB*${n}*vE.x+vec3(1.,.93,.82)*hl*.9);gl_FragColor=vec4(haze(c,vD),t.a);}`;
  const soft = { transparent: true, depthWrite: false };
  T.farFirst();
  repeat(T.geometry(), mat(vs, fs(".62"), { tL: { value: trees(seed) } }, soft), 16, -0.01);
  const Hg = new QuadMesh();
  Hg.strip(-8.9, -0.05, -9.0, 1.5, 0, PERIOD, 8, (s) => s / 34, [0.6, 0, 0, 0]);
  Hg.strip(18.6, -0.05, 18.6, 1.3, 0, PERIOD, 8, (s) => s / 34, [0.4, 0, 0, 0]);
  repeat(Hg.geometry(), mat(vs, fs(".5"), { tL: { value: hedge(seed) } }, soft), 15.5, -0.01);
}
