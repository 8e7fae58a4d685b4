import { rmSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { COLOUR, ffmpeg, toPixels } from "./programs.js";
import { FILM_RATE } from "./films.js";
import { frameFile } from "./frames.js";

/**
 * Encodes a film's frames as AV1 in WebM and H.264 in MP4, each as good as its limit allows.
 *
 * @param {import("./films.js").Film} film
 * @param {URL} frames folder of its frames
 * @param {URL} target folder of the films
 */
export async function encodeFilm(film, frames, target) {
  // `%04d` is for ffmpeg: in a URL it would be an escape.
  const input = ["-framerate", String(FILM_RATE), "-i", `${fileURLToPath(frames)}%04d.png`];
  const limit = film.limit * 1e6;

  const webm = path(`${film.name}.webm`, target);
  await fit(webm, limit, { best: 33, worst: 60 }, (quantizer) =>
    ffmpeg(
      ...input,
      ...["-an", "-vf", toPixels("yuv420p10le"), ...COLOUR],
      ...["-c:v", "libsvtav1", "-preset", "6", "-crf", String(quantizer), "-g", "240"],
      "-svtav1-params",
      `tune=0:enable-overlays=1:film-grain=${film.grain}:film-grain-denoise=0`,
      webm,
    ),
  );

  const mp4 = path(`${film.name}.mp4`, target);
  await fit(mp4, limit, { best: 22, worst: 40 }, (quantizer) =>
    ffmpeg(
      ...input,
      ...["-an", "-vf", toPixels("yuv420p"), ...COLOUR],
      ...["-c:v", "libx264", "-preset", "slow", "-profile:v", "high", "-level", "3.1"],
      ...["-crf", String(quantizer), "-g", "96", "-movflags", "+faststart"],
      ...["-x264-params", "aq-mode=3:aq-strength=0.9:deblock=1,1"],
      mp4,
    ),
  );
  await encodePoster(film, frames, target);
}

/**
 * @param {import("./films.js").Film} film
 * @param {URL} frames
 * @param {URL} target
 */
async function encodePoster(film, frames, target) {
  const still = path(frameFile(film.poster), frames);
  const width = film.posterWidth ?? film.width;
  await encodeAvif(still, path(`${film.name}.avif`, target), width);
  await encodeWebp(still, path(`${film.name}.webp`, target), { quality: 74, width });
}

/**
 * @param {string} still a PNG file
 * @param {string} file
 * @param {number} width pixels
 */
function encodeAvif(still, file, width) {
  return ffmpeg(
    ...["-i", still, "-vf", `scale=${width}:-2:flags=lanczos,${toPixels("yuv444p")}`, ...COLOUR],
    ...["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "26", "-cpu-used", "3"],
    file,
  );
}

/**
 * @param {string} still a PNG file
 * @param {string} file
 * @param {{ quality: number, width: number }} options quality 0 to 100, width in pixels
 */
export function encodeWebp(still, file, { quality, width }) {
  return ffmpeg(
    ...["-i", still, "-vf", `scale=${width}:-2:flags=lanczos`],
    ...["-c:v", "libwebp", "-quality", String(quality), "-compression_level", "6"],
    file,
  );
}

/**
 * Finds the lowest quantizer whose file fits, by halving: a higher one always gives a smaller file.
 *
 * @param {string} file
 * @param {number} limit bytes
 * @param {{ best: number, worst: number }} range quantizers
 * @param {(quantizer: number) => Promise<void>} encode writes the file
 * @throws {Error} when not even the worst quality fits
 */
async function fit(file, limit, { best, worst }, encode) {
  let low = best;
  let high = worst + 1;
  let encoded;
  for (let next = best; low < high; next = Math.floor((low + high) / 2)) {
    await encode(next);
    encoded = next;
    if (statSync(file).size <= limit) high = next;
    else low = next + 1;
  }
  if (high > worst) {
    rmSync(file);
    throw new Error(`${file} does not fit into ${limit} bytes`);
  }
  if (encoded !== high) await encode(high);
}

/**
 * @param {string} name
 * @param {URL} folder
 */
const path = (name, folder) => fileURLToPath(new URL(name, folder));
