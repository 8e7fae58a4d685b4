import * as THREE from "three";
import { FilmFinish } from "../shared/film-finish.js";
import { TAU } from "../shared/numbers.js";
import { rng } from "../shared/random.js";
import { createRenderer, target } from "../shared/webgl.js";
import { addBuildings } from "./buildings.js";
import { drive } from "./driving.js";
import { addFurniture } from "./furniture.js";
import { addGreenery } from "./greenery.js";
import { addGround } from "./ground.js";
import { HOOD } from "./hood.js";
import { addLightCards } from "./light-cards.js";
import { createMirror } from "./mirror.js";
import { createCamera } from "./night-camera.js";
import { layOncoming } from "./oncoming.js";
import { COPIES, PERIOD } from "./period.js";
import { layRoadsideLights } from "./roadside-lights.js";
import { createSeen } from "./seen.js";
import { addSigns } from "./signs.js";
import { addSky } from "./sky.js";
import { asphalt } from "./textures/asphalt.js";
import { roadMap } from "./textures/road-map.js";
import { skyline } from "./textures/skyline.js";
import { addVehicles } from "./vehicles.js";

/**
 * The night road as geometry: one period that repeats, so a film that travels it is a loop. Sub-frames,
 * each a little later and a little shifted, are averaged: that is motion blur and anti-aliasing in one.
 *
 * @param options `width`, `height`, `frames`, `camera` (see createCamera), `vehicles` (see addVehicles);
 *   `bend` and `bendSway` of the road per metre squared; `sub` sub-frames, of which every `mirrorEvery`th
 *   gets its own reflections; `gantry` and `pothole` in metres along the period; `hood` in half picture
 *   heights; `unit` of what is marked (see drawMarks)
 */
export function nightRoad(options) {
  const {
    width,
    height,
    frames,
    camera: eye,
    bend = 0.0005,
    bendSway = 0.00022,
    seed = 5,
    sub = 5,
    mirrorEvery = 2,
    hood = 0.05,
    shutter = 0.42,
    exposure = 1.2,
    gantry = 92,
    pothole = 70,
    unit = 1,
  } = options;
  const renderer = createRenderer();
  const uniforms = createUniforms(options, seed, pothole);
  const scene = new THREE.Scene();
  const repeated = [];
  const world = {
    ...{ renderer, scene, uniforms, width, height, seed, gantry },
    oncoming: options.oncoming,
    random: rng(seed * 101 + 3),
    material: (vertexShader, fragmentShader, extra = {}, settings = {}) =>
      new THREE.ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: { ...uniforms, ...extra },
        side: THREE.DoubleSide,
        ...settings,
      }),
    /** Adds a mesh once per copy of the period, the copies drawn in order of distance. */
    repeat(geometry, material, order = 0, orderStep = 0.01) {
      for (let copy = 0; copy < COPIES; copy++) {
        const mesh = new THREE.Mesh(geometry, material);
        mesh.frustumCulled = false;
        mesh.renderOrder = order + copy * orderStep;
        scene.add(mesh);
        repeated.push({ mesh, copy });
      }
    },
  };

  const ground = addGround(world);
  addSky(world);
  const roofs = addBuildings(world);
  addFurniture(world);
  addSigns(world);
  addGreenery(world);
  const vehicles = addVehicles(world, options.vehicles);
  const lights = addLightCards(world);
  const camera = createCamera(eye, world);
  const mirror = createMirror({ ...world, camera: camera.cam });
  const view = target(width, height, { depthBuffer: true });
  const finish = new FilmFinish(renderer, width, height, {
    ...{ exposure, bloom: 0.15, contrast: 0.34, vignette: 0.2, threshold: 0.8, overlay: HOOD },
    uniforms: { uHood: { value: hood }, uPh: { value: 0 } },
  });

  const bendAt = (phase) => bend + bendSway * Math.sin(TAU * phase + 0.6);

  /** Puts everything where it is at a phase of the loop, 0 to 1. */
  function place(phase) {
    const travelled = (((phase % 1) + 1) % 1) * PERIOD;
    uniforms.uT.value = travelled;
    uniforms.uBend.value = bendAt(phase);
    for (const { mesh, copy } of repeated) mesh.position.z = travelled - copy * PERIOD;
    camera.move(phase);
    lights.begin();
    layRoadsideLights(lights.card, roofs, travelled);
    layOncoming(world, lights.card, phase);
    drive(world, vehicles, lights.card, phase);
    lights.end();
    finish.grade.u.uPh.value = travelled / PERIOD;
  }

  function draw(frame) {
    finish.begin();
    for (let i = 0; i < sub; i++) {
      place((frame + ((i + 0.5) / sub - 0.5) * shutter) / frames);
      camera.project(((i * 0.7548777) % 1) - 0.5, ((i * 0.5698403) % 1) - 0.5);
      if (i % mirrorEvery === 0) mirror.draw(ground);
      renderer.setRenderTarget(view);
      renderer.clear();
      renderer.render(scene, camera.cam);
      finish.sub(view, 1 / sub);
    }
    return finish.end();
  }

  place(0);
  const seen = createSeen({ camera, place, bendAt, vehicles, pothole, frames, unit });
  return { draw, blurred: (radius) => finish.blurred(radius), ...seen };
}

/** What the shaders know: the moment, the picture, the vehicles, and what was painted once. */
function createUniforms({ width, height, camera }, seed, pothole) {
  const value = (initial) => ({ value: initial });
  return {
    uT: value(0),
    uBend: value(0),
    uMir: value(1),
    uCamX: value(camera.x),
    uCamY: value(camera.y),
    uRes: value(new THREE.Vector2(width, height)),
    uFoc: value(camera.foc),
    uVp: value(new THREE.Vector2(camera.hx, camera.hz)),
    uV: value(Array.from({ length: 6 }, () => new THREE.Vector4(0, -1, 0, 0))),
    uK: value(Array.from({ length: 6 }, () => new THREE.Vector3())),
    uOn: value(Array.from({ length: 4 }, () => new THREE.Vector2(0, -100))),
    uPot: value(pothole),
    tAsp: value(asphalt()),
    tMap: value(roadMap(PERIOD, seed)),
    tSky: value(skyline(seed)),
    tR0: value(null),
    tR1: value(null),
    tR2: value(null),
  };
}
