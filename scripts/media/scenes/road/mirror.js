import * as THREE from "three";
import { Pass, target } from "../shared/webgl.js";

/**
 * Wet asphalt shows the world upside down: drawn once more at half size and blurred upwards in three
 * strengths, which the ground mixes by angle and wetness.
 *
 * @returns `draw(ground)`, to be called with everything in place
 */
export function createMirror({
  renderer: R,
  scene,
  camera: cam,
  uniforms: U,
  width: W,
  height: H,
}) {
  const RW = Math.round(W / 2),
    RH = Math.round(H / 2);
  const r0 = target(RW, RH, { depthBuffer: true }),
    b0 = target(RW, RH),
    b1 = target(RW / 2, RH / 2),
    b1b = target(RW / 2, RH / 2),
    b2 = target(RW / 4, RH / 4),
    b2b = target(RW / 4, RH / 4);
  const blur = new Pass(
    "uniform sampler2D t;uniform vec2 px;void main(){vec3 c=vec3(0.);float w=0.;for(int i=-6;i<=6;i++){float k=exp(-float(i*i)/14.);c+=min(texture2D(t,u+px*float(i)).rgb,vec3(9.))*k;w+=k;}gl_FragColor=vec4(c/w,1.);}",
    { t: { value: null }, px: { value: new THREE.Vector2() } },
  );
  const doBlur = (src, dst, x, y) => {
    blur.u.t.value = src.texture;
    blur.u.px.value.set(x, y);
    blur.run(R, dst);
  };
  return {
    draw(ground) {
      U.uMir.value = -1;
      ground.visible = false;
      R.setRenderTarget(r0);
      R.clear();
      R.render(scene, cam);
      doBlur(r0, b0, 0.35 / RW, 0.9 / RH);
      doBlur(r0, b1, 0, 3.2 / RH);
      doBlur(b1, b1b, 0.9 / RW, 1.6 / RH);
      doBlur(b1b, b2, 0, 10 / RH);
      doBlur(b2, b2b, 2.6 / RW, 3.2 / RH);
      U.tR0.value = b0.texture;
      U.tR1.value = b1b.texture;
      U.tR2.value = b2b.texture;
      U.uMir.value = 1;
      ground.visible = true;
    },
  };
}
