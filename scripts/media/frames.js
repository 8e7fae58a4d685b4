import { SingleBar } from "cli-progress";
import { existsSync, mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { FILM_RATE } from "./films.js";
import { openScene } from "./scene-browser.js";
import { serveScenes } from "./scene-server.js";

/** Software WebGL keeps a core busy, and a browser takes half a gigabyte. */
const MOST_BROWSERS = 2;

/**
 * Draws the frames that are not there yet as PNG files 0000.png and so on. A run that was stopped goes
 * on where it stopped.
 *
 * @param {import("./films.js").Film} film
 * @param {readonly number[]} frames which ones
 * @param {URL} folder
 */
export async function renderFrames(film, frames, folder) {
  mkdirSync(folder, { recursive: true });
  const missing = frames.filter((frame) => !existsSync(new URL(frameFile(frame), folder)));
  const server = await serveScenes(storeIn(folder));
  const bar = new SingleBar({
    format: `${film.name.padEnd(26)} {bar} {value}/{total} frames, {eta_formatted} left`,
  });
  try {
    bar.start(missing.length, 0);
    await shareOut(missing, server.origin, film, () => bar.increment());
  } finally {
    bar.stop();
    server.close();
  }
}

/**
 * Lets several browsers take one frame after the other.
 *
 * @param {readonly number[]} frames
 * @param {string} origin
 * @param {import("./films.js").Film} film
 * @param {() => void} onFrame
 */
async function shareOut(frames, origin, film, onFrame) {
  const queue = [...frames];
  const work = async () => {
    const scene = await openScene(origin, { ...film, fps: FILM_RATE });
    try {
      for (let frame = queue.shift(); frame !== undefined; frame = queue.shift()) {
        await scene.sendFrame(frame);
        onFrame();
      }
    } finally {
      await scene.close();
    }
  };
  const browsers = Math.min(MOST_BROWSERS, availableParallelism(), frames.length);
  await Promise.all(Array.from({ length: browsers }, work));
}

/** @param {number} frame */
export const frameFile = (frame) => `${String(frame).padStart(4, "0")}.png`;

/**
 * A half-written picture never has its final name.
 *
 * @param {URL} folder
 * @returns {(name: string, png: Buffer) => Promise<void>}
 */
export function storeIn(folder) {
  return async (name, png) => {
    const file = new URL(name, folder);
    const part = new URL(`${name}.part`, folder);
    await writeFile(part, png);
    await rename(part, file);
  };
}
