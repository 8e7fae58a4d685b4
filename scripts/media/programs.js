import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * @param {...string} options
 * @throws {Error} with ffmpeg's own words, or with what to do when there is no ffmpeg
 */
export async function ffmpeg(...options) {
  const program = ensureProgram("FFMPEG_PATH", "/usr/bin/ffmpeg", "ffmpeg");
  await run(program, ["-hide_banner", "-loglevel", "error", "-y", ...options]);
}

/** @returns {string} the path of a Chromium */
export function ensureChromium() {
  return ensureProgram("CHROMIUM_PATH", "/usr/bin/chromium", "chromium");
}

/**
 * Finds a program, and installs Debian's when there is none and this process may.
 *
 * @param {string} variable names the program where it is somewhere else
 * @param {string} usual where Debian puts it
 * @param {string} debianPackage
 * @returns {string} its path
 * @throws {Error} when there is none; the message says what to do
 */
function ensureProgram(variable, usual, debianPackage) {
  const program = process.env[variable] ?? usual;
  if (existsSync(program)) return program;
  if (program === usual && existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log(`Installing ${debianPackage}…`);
    execFileSync("apt-get", ["update"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", debianPackage], { stdio: "inherit" });
    return program;
  }
  throw new Error(
    `There is no ${program}. Install ${debianPackage}, or set ${variable} to the path of its program.`,
  );
}

/** Everything is drawn in sRGB and encoded as BT.709; without this, players have to guess. */
export const COLOUR = [
  ...["-color_primaries", "bt709", "-color_trc", "bt709"],
  ...["-colorspace", "bt709", "-color_range", "tv"],
];

/** @param {string} pixelFormat */
export const toPixels = (pixelFormat) =>
  `scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=${pixelFormat}`;
