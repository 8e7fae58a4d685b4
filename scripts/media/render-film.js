import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeFilm } from "./encode.js";
import { ffmpeg } from "./programs.js";
import { FILM_RATE } from "./films.js";
import { CACHE, MEDIA } from "./folders.js";
import { renderFrames } from "./frames.js";
import { readRecord, record, sourceHash } from "./source-hash.js";

/** A preview takes every fourth frame. */
const PREVIEW_STEP = 4;

/** @typedef {import("./films.js").Film} Film */

/** @param {Film} film */
export function isUpToDate(film) {
  const files = ["webm", "mp4", "avif", "webp"].map(
    (type) => new URL(`${film.name}.${type}`, MEDIA),
  );
  return files.every((file) => existsSync(file)) && readRecord()[film.name] === hashOf(film);
}

/**
 * Renders, encodes and records a film with its posters.
 *
 * @param {Film} film
 */
export async function renderFilm(film) {
  const hash = hashOf(film);
  const folder = framesFolder(film, hash);
  await renderFrames(film, allFrames(film), folder);
  console.log(`${film.name}: encoding`);
  await encodeFilm(film, folder, MEDIA);
  record(film.name, hash);
}

/**
 * A quick look: every fourth frame, as one MP4 file in the cache.
 *
 * @param {Film} film
 * @returns {Promise<string>} the file
 */
export async function previewFilm(film) {
  const folder = emptyFolder(`preview/${film.name}/`);
  await renderFrames(
    film,
    allFrames(film).filter((frame) => frame % PREVIEW_STEP === 0),
    folder,
  );
  const file = fileURLToPath(new URL(`preview/${film.name}.mp4`, CACHE));
  await ffmpeg(
    ...["-framerate", String(FILM_RATE / PREVIEW_STEP), "-pattern_type", "glob"],
    ...["-i", fileURLToPath(new URL("*.png", folder)), "-c:v", "libx264", "-pix_fmt", "yuv420p"],
    file,
  );
  return file;
}

/**
 * Single frames as PNG files in the cache.
 *
 * @param {Film} film
 * @param {readonly number[]} frames
 * @returns {Promise<string>} the folder
 */
export async function stillsOf(film, frames) {
  const folder = emptyFolder(`stills/${film.name}/`);
  await renderFrames(film, frames, folder);
  return fileURLToPath(folder);
}

/** @param {Film} film */
const hashOf = (film) => sourceHash(film.name, film);

/** @param {Film} film */
const allFrames = (film) => Array.from({ length: film.frames }, (_, frame) => frame);

/**
 * Frames of one source only: those of older sources are thrown away.
 *
 * @param {Film} film
 * @param {string} hash
 */
function framesFolder(film, hash) {
  const folder = new URL(`frames/${film.name}/`, CACHE);
  const stamp = new URL("source.txt", folder);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) {
    emptyFolder(`frames/${film.name}/`);
    writeFileSync(stamp, hash);
  }
  return folder;
}

/** @param {string} name in the cache */
function emptyFolder(name) {
  const folder = new URL(name, CACHE);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
