import * as THREE from "three";

/** A texture from a canvas or from { data, width, height }. */
export function texture(source, { repeat = false, srgb = false, aniso = 4, mip = true } = {}) {
  const t =
    source instanceof HTMLCanvasElement
      ? new THREE.CanvasTexture(source)
      : new THREE.DataTexture(source.data, source.width, source.height);
  if (repeat) t.wrapS = t.wrapT = THREE.RepeatWrapping;
  t.generateMipmaps = mip;
  t.minFilter = mip ? THREE.LinearMipmapLinearFilter : THREE.LinearFilter;
  t.magFilter = THREE.LinearFilter;
  t.anisotropy = aniso;
  if (srgb) t.colorSpace = THREE.SRGBColorSpace;
  t.needsUpdate = true;
  return t;
}

/** A render target that holds more light than a screen can show. */
export const target = (w, h, o = {}) =>
  new THREE.WebGLRenderTarget(Math.max(1, Math.round(w)), Math.max(1, Math.round(h)), {
    type: THREE.HalfFloatType,
    minFilter: THREE.LinearFilter,
    magFilter: THREE.LinearFilter,
    depthBuffer: false,
    ...o,
  });

const QUAD_VS =
  "varying vec2 u;void main(){u=position.xy*.5+.5;gl_Position=vec4(position.xy,0.,1.);}";
const quadGeo = new THREE.BufferGeometry();
quadGeo.setAttribute(
  "position",
  new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
);
const quadCam = new THREE.OrthographicCamera();

/** One fragment shader over a whole target. */
export class Pass {
  constructor(fs, uniforms = {}, o = {}) {
    this.u = uniforms;
    this.mat = new THREE.ShaderMaterial({
      vertexShader: QUAD_VS,
      fragmentShader: `varying vec2 u;${fs}`,
      uniforms,
      depthTest: false,
      depthWrite: false,
      ...o,
    });
    this.scene = new THREE.Scene();
    const m = new THREE.Mesh(quadGeo, this.mat);
    m.frustumCulled = false;
    this.scene.add(m);
  }
  run(R, to) {
    R.setRenderTarget(to);
    R.render(this.scene, quadCam);
  }
}

/** A renderer that leaves colours alone: grading is done by the finish. */
export function createRenderer() {
  const R = new THREE.WebGLRenderer({ antialias: false, powerPreference: "high-performance" });
  R.setSize(4, 4, false);
  R.autoClear = false;
  R.outputColorSpace = THREE.LinearSRGBColorSpace;
  R.toneMapping = THREE.NoToneMapping;
  R.info.autoReset = true;
  return R;
}
