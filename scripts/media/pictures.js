import { existsSync, mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeWebp } from "./encode.js";
import { CACHE, PICTURES } from "./folders.js";
import { storeIn } from "./frames.js";
import { openScene } from "./scene-browser.js";
import { serveScenes } from "./scene-server.js";
import { readRecord, record, sourceHash } from "./source-hash.js";

/**
 * Still pictures that one scene draws together.
 *
 * @typedef {object} PictureSet
 * @property {string} name
 * @property {string} scene its module
 * @property {string[]} pictures what it draws
 * @property {number} width of the files, in pixels
 * @property {number} quality of WebP, 0 to 100
 */

/** @type {readonly PictureSet[]} */
export const PICTURE_SETS = [
  {
    name: "stencils",
    scene: "stencils",
    pictures: [
      ...["reroute", "hazard", "eye", "bus", "pin", "stud"],
      ...["city", "beat", "graph", "chevrons", "shield", "car"],
    ].map((stencil) => `paint-${stencil}`),
    width: 640,
    quality: 60,
  },
  {
    name: "road-stills",
    scene: "road-stills",
    pictures: ["road-scout", "road-closed"],
    width: 1600,
    quality: 74,
  },
];

/** @param {PictureSet} set */
export function picturesUpToDate(set) {
  return (
    set.pictures.every((picture) => existsSync(new URL(`${picture}.webp`, PICTURES))) &&
    readRecord()[set.name] === sourceHash(set.scene, set)
  );
}

/** @param {PictureSet} set */
export async function renderPictures(set) {
  const folder = new URL(`pictures/${set.name}/`, CACHE);
  mkdirSync(folder, { recursive: true });
  mkdirSync(PICTURES, { recursive: true });
  console.log(`${set.name}: drawing ${set.pictures.join(", ")}`);
  const server = await serveScenes(storeIn(folder));
  const scene = await openScene(server.origin, set);
  try {
    await scene.sendPictures();
  } finally {
    await scene.close();
    server.close();
  }
  for (const picture of set.pictures) {
    await encodeWebp(
      fileURLToPath(new URL(`${picture}.png`, folder)),
      fileURLToPath(new URL(`${picture}.webp`, PICTURES)),
      set,
    );
  }
  rmSync(folder, { recursive: true });
  record(set.name, sourceHash(set.scene, set));
}
