import { clamp, lerp } from "../shared/numbers.js";
import { PERIOD } from "./period.js";
import { QuadMesh } from "./quad-mesh.js";
import { FRAG, PLACE } from "./shaders.js";
import { FACADES, facades } from "./textures/facades.js";
import { shops } from "./textures/shops.js";

/** Lateral place of each row of houses, which way it faces, lowest and highest house in metres. */
const ROWS = [
  [-19, 1, 7, 30],
  [-33, 1, 10, 46],
  [-54, 1, 14, 64],
  [27, -1, 6, 24],
  [41, -1, 12, 52],
  [60, -1, 14, 60],
];

/**
 * Three rows of houses on either side, shops in the first.
 *
 * @returns roofs that are high enough for a warning light, as [x, y, distance]
 */
export function addBuildings({ material: mat, repeat, random: rnd, seed }) {
  const tf = facades(seed),
    shop = shops(seed);
  const B = new QuadMesh(),
    SH = new QuadMesh(),
    roofs = [];
  {
    const { cols, rows, nx, ny } = FACADES;
    ROWS.forEach(([X, dir, hmin, hmax], row) => {
      let s = row * 3.7;
      const end = s + PERIOD;
      while (s < end - 9) {
        let len = 12 + rnd() * 15;
        if (end - s - len < 9) len = end - s;
        const gap = rnd() < (row % 3 === 0 ? 0.22 : 0.34);
        if (gap) {
          s += Math.min(len, 11);
          continue;
        }
        const h = lerp(hmin, hmax, rnd() ** 1.7),
          floors = clamp(Math.round(h / 3.15), 2, rows),
          Hh = floors * 3.15 + (row % 3 === 0 ? 4.2 : 0),
          n = clamp(Math.round(len / 2.05), 3, cols);
        const t = (rnd() * 8) | 0,
          tx = t % nx,
          ty = (t / nx) | 0,
          c0 = (rnd() * (cols - n + 1)) | 0,
          r0 = (rnd() * (rows - floors + 1)) | 0;
        const X0 = X + (rnd() - 0.5) * 2.2,
          depth = 11 + rnd() * 6,
          y0 = row % 3 === 0 ? 4.2 : 0,
          br = 0.7 + rnd() * 0.7;
        const U0 = (c) => (tx + c / cols) / nx,
          V0 = (r) => 1 - (ty + (rows - r) / rows) / ny;
        const e = [br, 1, rnd(), row % 3];
        const k = Math.ceil(len / 5);
        for (let i = 0; i < k; i++) {
          const a = s + (len * i) / k,
            b = s + (len * (i + 1)) / k;
          B.quad(
            [X0, y0, -a],
            [X0, y0, -b],
            [X0, Hh, -b],
            [X0, Hh, -a],
            [
              U0(c0 + (n * i) / k),
              V0(r0),
              U0(c0 + (n * (i + 1)) / k),
              V0(r0),
              U0(c0 + (n * (i + 1)) / k),
              V0(r0 + floors),
              U0(c0 + (n * i) / k),
              V0(r0 + floors),
            ],
            e,
            [dir, 0, 0],
          );
        }
        // the gable that looks at us
        const gn = clamp(Math.round(depth / 2.05), 3, cols),
          g0 = (rnd() * (cols - gn + 1)) | 0;
        B.quad(
          [X0, 0, -s],
          [X0 - dir * depth, 0, -s],
          [X0 - dir * depth, Hh, -s],
          [X0, Hh, -s],
          [
            U0(g0),
            V0(r0),
            U0(g0 + gn),
            V0(r0),
            U0(g0 + gn),
            V0(r0 + floors),
            U0(g0),
            V0(r0 + floors),
          ],
          [br * 0.8, rnd() < 0.5 ? 0.12 : 0.9, rnd(), row % 3],
          [0, 0, 1],
        );
        // roof edge and plant on the roof
        B.quad(
          [X0 + dir * 0.15, Hh, -s],
          [X0 + dir * 0.15, Hh, -(s + len)],
          [X0 + dir * 0.15, Hh + 0.6, -(s + len)],
          [X0 + dir * 0.15, Hh + 0.6, -s],
          [0, 0, 0, 0, 0, 0, 0, 0],
          [br * 1.3, 0, 0, row % 3],
          [dir, 0, 0],
        );
        if (rnd() < 0.6)
          B.box(
            X0 - dir * 4 - 1.5,
            Hh,
            s + len * 0.3,
            X0 - dir * 4 + 1.5,
            Hh + 2.4,
            s + len * 0.3 + 4,
            [br * 0.8, 0, 0, row % 3],
          );
        if (Hh > 38) roofs.push([X0 - dir * 3, Hh + 2.8, s + len / 2]);
        if (y0) {
          const q = rnd();
          for (let i = 0; i < k; i++) {
            const a = s + (len * i) / k,
              b = s + (len * (i + 1)) / k;
            SH.quad(
              [X0 + dir * 0.05, 0, -a],
              [X0 + dir * 0.05, 0, -b],
              [X0 + dir * 0.05, 4.2, -b],
              [X0 + dir * 0.05, 4.2, -a],
              [
                q + (a - s) / 115,
                0,
                q + (b - s) / 115,
                0,
                q + (b - s) / 115,
                1,
                q + (a - s) / 115,
                1,
              ],
              e,
              [dir, 0, 0],
            );
          }
        }
        s += len + (rnd() < 0.3 ? 2.5 : 0.05);
      }
    });
    const vs = `${PLACE} attribute vec4 aE;varying vec2 vU;varying vec4 vE;varying vec3 vN;void main(){vU=uv;vE=aE;vN=normal;gl_Position=place(modelMatrix*vec4(position,1.));}`;
    repeat(
      B.geometry(),
      mat(
        vs,
        `${FRAG} uniform sampler2D tA,tE;varying vec2 vU;varying vec4 vE;varying vec3 vN;
      void main(){vec3 a=texture2D(tA,vU).rgb,e=texture2D(tE,vU).rgb*vE.y;
        float near=exp(-vP.y*.16)*(vE.w<.5?1.:.4);
        vec3 L=vec3(.030,.028,.030)*(.6+.6*abs(vN.x))+LA*.22*near+vec3(.05,.035,.02)*exp(-vP.y*.05);
        float ws=-vP.z+uT;L*=.72+.28*cos((ws-31.)/34.*6.2832);
        vec3 c=a*vE.x*L*1.5+e*1.35;
        gl_FragColor=vec4(haze(c,vD*(vE.w<.5?.9:1.15)),1.);}`,
        { tA: { value: tf.albedo }, tE: { value: tf.light } },
      ),
      1,
    );
    repeat(
      SH.geometry(),
      mat(
        vs,
        `${FRAG} uniform sampler2D tE;varying vec2 vU;varying vec4 vE;varying vec3 vN;
      void main(){vec3 e=texture2D(tE,vU).rgb;vec3 c=e*1.25+vec3(.016,.012,.009);gl_FragColor=vec4(haze(c,vD),1.);}`,
        { tE: { value: shop } },
      ),
      1,
    );
  }

  return roofs;
}
