import { QuadMesh } from "./quad-mesh.js";
import { FRAG, PLACE } from "./shaders.js";
import { signFaces } from "./textures/sign-faces.js";

/** Signs on the gantry and a warning sign: they send our own light back to us. */
export function addSigns({ material: mat, repeat, gantry }) {
  const SG = new QuadMesh();

  const cell = (k) => [k * 0.25, 0, k * 0.25 + 0.25, 0, k * 0.25 + 0.25, 1, k * 0.25, 1];
  const panel = (x, y, s, w, h, k) =>
    SG.quad(
      [x - w / 2, y - h / 2, -s],
      [x + w / 2, y - h / 2, -s],
      [x + w / 2, y + h / 2, -s],
      [x - w / 2, y + h / 2, -s],
      cell(k),
      [0, 0, 0, 0],
      [0, 0, 1],
    );
  if (gantry) {
    panel(-3.6, 6.9, gantry - 0.25, 2.5, 2.5, 1);
    panel(0, 6.9, gantry - 0.25, 2.5, 2.5, 0);
    panel(3.6, 6.9, gantry - 0.25, 2.5, 2.5, 2);
  }
  panel(-9.1, 2.7, 57.9, 1.5, 1.5, 3);
  repeat(
    SG.geometry(),
    mat(
      `${PLACE} varying vec2 vU;void main(){vU=uv;gl_Position=place(modelMatrix*vec4(position,1.));}`,
      `${FRAG} uniform sampler2D tS;varying vec2 vU;void main(){vec4 t=texture2D(tS,vU);if(t.a<.5) discard;float s=-vP.z;
        float retro=exp(-pow((s-42.)/34.,2.))*.85+.10+.25*exp(-s/60.);
        vec3 c=t.rgb*(vec3(1.,.96,.88)*retro*.62+lampsAt(vP,vec3(0.,0.,1.),.3)*.10);gl_FragColor=vec4(haze(c,vD*.8),1.);}`,
      { tS: { value: signFaces() } },
    ),
    3,
  );
}
