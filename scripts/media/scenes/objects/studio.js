import * as THREE from "three";
import { canvas } from "../shared/canvas.js";
import { FilmFinish } from "../shared/film-finish.js";
import { rng } from "../shared/random.js";
import { createRenderer, target } from "../shared/webgl.js";

/**
 * A dark studio for one object: soft boxes that only reflections show, and a finish.
 *
 * @param boxes soft boxes: colour, strength, place (x, y, z), width, height
 * @param sub sub-frames per picture
 */
export function createStudio({ width, height, fov, sub = 4, boxes, finish = {} }) {
  const R = createRenderer();
  R.shadowMap.enabled = true;
  R.shadowMap.type = THREE.PCFShadowMap;
  R.autoClear = true;
  const S = new THREE.Scene(),
    E = new THREE.Scene();
  E.background = new THREE.Color(0x040506);
  for (const [c, i, x, y, z, w, h] of boxes) {
    const m = new THREE.Mesh(
      new THREE.PlaneGeometry(w, h),
      new THREE.MeshBasicMaterial({
        color: new THREE.Color(c).multiplyScalar(i),
        side: THREE.DoubleSide,
      }),
    );
    m.position.set(x, y, z);
    m.lookAt(0, 0, 0);
    E.add(m);
  }
  const pm = new THREE.PMREMGenerator(R);
  S.environment = pm.fromScene(E, 0.012).texture;
  const cam = new THREE.PerspectiveCamera(fov, width / height, 0.1, 100);
  const rt = target(width, height, { depthBuffer: true });
  const fin = new FilmFinish(R, width, height, {
    exposure: 0.95,
    contrast: 0.26,
    vignette: 0.3,
    bloom: 0.1,
    threshold: 0.9,
    levels: 5,
    ...finish,
  });
  /** `place(phase)` puts the object in place; `shutter` is how much of a frame's time is exposed. */
  function draw(frame, frames, place, shutter = 0.5) {
    R.autoClear = false;
    fin.begin();
    for (let i = 0; i < sub; i++) {
      place((frame + ((i + 0.5) / sub - 0.5) * shutter) / frames);
      cam.setViewOffset(
        width,
        height,
        ((i * 0.7549) % 1) - 0.5,
        ((i * 0.5698) % 1) - 0.5,
        width,
        height,
      );
      R.setRenderTarget(rt);
      R.setClearColor(0x000000, 1);
      R.clear();
      R.render(S, cam);
      fin.sub(rt, 1 / sub);
    }
    cam.clearViewOffset();
    return fin.end();
  }
  return { S, cam, draw };
}

export const mat = (c, roughness, metalness, o = {}) =>
  new THREE.MeshStandardMaterial({ color: c, roughness, metalness, ...o });

/** Puts meshes with shadows into a group. */
export const adder =
  (G) =>
  (g, m, x = 0, y = 0, z = 0, p = G) => {
    const o = new THREE.Mesh(g, m);
    o.position.set(x, y, z);
    o.castShadow = o.receiveShadow = true;
    p.add(o);
    return o;
  };
/** Asphalt as a bump and roughness map. */
export function asphalt(n = 1024) {
  const c = canvas(n, n),
    x = c.getContext("2d"),
    d = x.createImageData(n, n),
    r = rng(7);
  for (let i = 0; i < n * n; i++) {
    const v = 96 + r() * 70 + (r() < 0.02 ? 70 : 0) - (r() < 0.04 ? 60 : 0);
    d.data.set([v, v, v, 255], i * 4);
  }
  x.putImageData(d, 0, 0);
  x.filter = "blur(1.2px)";
  x.drawImage(c, 0, 0);
  const t = new THREE.CanvasTexture(c);
  t.wrapS = t.wrapT = THREE.RepeatWrapping;
  t.anisotropy = 4;
  return t;
}

/** A texture that `draw(context, width, height)` paints. */
export function label(draw, w, h) {
  const c = canvas(w, h);
  draw(c.getContext("2d"), w, h);
  const t = new THREE.CanvasTexture(c);
  t.anisotropy = 8;
  t.colorSpace = THREE.SRGBColorSpace;
  return t;
}

/** The mark: three bars of a lane line that runs to the horizon. */
export function lanemark(x, cx, base, h, col) {
  x.fillStyle = col;
  for (const [a, b] of [
    [0, 0.4],
    [0.48, 0.74],
    [0.8, 0.96],
  ]) {
    const wa = h * 0.34 * (1 - a * 0.82),
      wb = h * 0.34 * (1 - b * 0.82);
    x.beginPath();
    x.moveTo(cx - wa, base - a * h);
    x.lineTo(cx + wa, base - a * h);
    x.lineTo(cx + wb, base - b * h);
    x.lineTo(cx - wb, base - b * h);
    x.fill();
  }
}
/** A round piece of asphalt that fades into the page. */
export function floor(S, tex, { radius, repeat, bump, color = 0x1d2023 }) {
  const fade = (() => {
    const c = canvas(512, 512),
      x = c.getContext("2d"),
      g = x.createRadialGradient(256, 256, 20, 256, 256, 250);
    g.addColorStop(0, "#fff");
    g.addColorStop(0.35, "#aaa");
    g.addColorStop(0.7, "#2a2a2a");
    g.addColorStop(1, "#000");
    x.fillStyle = g;
    x.fillRect(0, 0, 512, 512);
    return new THREE.CanvasTexture(c);
  })();
  tex.repeat.set(repeat, repeat);
  const f = new THREE.Mesh(
    new THREE.CircleGeometry(radius, 64),
    new THREE.MeshPhongMaterial({
      color,
      bumpMap: tex,
      bumpScale: bump,
      alphaMap: fade,
      transparent: true,
      specular: 0x2a2a28,
      shininess: 14,
    }),
  );
  f.rotation.x = -Math.PI / 2;
  f.receiveShadow = true;
  S.add(f);
  return f;
}
