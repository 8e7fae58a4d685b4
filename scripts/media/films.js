/**
 * What is to be rendered. A film's scene is scenes/{name}.js.
 *
 * @typedef {object} Film
 * @property {string} name
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number} frames length of the loop at FILM_RATE
 * @property {number} poster the frame that stands while the film does not play
 * @property {number} [posterWidth] pixels, of a film that is never shown as large as it is
 * @property {number} limit largest file, in megabytes
 * @property {number} grain film grain that AV1 adds when decoding, 0 to 50
 */

/** Frames per second of every film. */
export const FILM_RATE = 24;

/** @type {readonly Film[]} */
export const FILMS = [
  film("hero-night-drive", 1280, 720, { frames: 192, poster: 85, limit: 1.43, grain: 4 }),
  film("hero-night-drive-portrait", 540, 960, { frames: 192, poster: 85, limit: 0.94, grain: 4 }),
  film("tech-pointcloud", 1280, 720, { frames: 192, poster: 30 }),
  film("paxon", 960, 720, { frames: 168, poster: 0, limit: 0.8 }),
  film("puls-token", 720, 720, { frames: 168, poster: 58, limit: 0.8 }),
  film("scout-screen", 480, 1004, { frames: 192, poster: 70, limit: 1 }),
  film("scout-intro", 1280, 720, { frames: 192, poster: 64, grain: 4 }),
  film("pulsegen-hero", 1280, 720, { frames: 216, poster: 150, limit: 1.2 }),
  film("loader", 720, 720, { frames: 144, poster: 24, posterWidth: 480, limit: 0.4 }),
];

/**
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {Omit<Film, "name" | "width" | "height" | "limit" | "grain"> & { limit?: number, grain?: number }} facts
 * @returns {Film}
 */
function film(name, width, height, { limit = 1.5, grain = 0, ...facts }) {
  return { name, width, height, limit, grain, ...facts };
}
