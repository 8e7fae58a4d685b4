import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * @param {...string} options
 * @throws {Error} with ffmpeg's own words, or with what to do when there is no ffmpeg
 */
export async function ffmpeg(...options) {
  await run(ensureFfmpeg(), ["-hide_banner", "-loglevel", "error", "-y", ...options]);
}

/** Everything is drawn in sRGB and encoded as BT.709; without this, players have to guess. */
export const COLOUR = [
  ...["-color_primaries", "bt709", "-color_trc", "bt709"],
  ...["-colorspace", "bt709", "-color_range", "tv"],
];

/** @param {string} pixelFormat */
export const toPixels = (pixelFormat) =>
  `scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=${pixelFormat}`;

/** Finds ffmpeg, and installs Debian's when there is none and this process may. */
function ensureFfmpeg() {
  const program = process.env.FFMPEG_PATH ?? "ffmpeg";
  if (runs(program)) return program;
  if (!process.env.FFMPEG_PATH && existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log("Installing ffmpeg…");
    execFileSync("apt-get", ["update"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "ffmpeg"], { stdio: "inherit" });
    return program;
  }
  throw new Error(`There is no ${program}. Install ffmpeg or set FFMPEG_PATH to its executable.`);
}

/** @param {string} program */
function runs(program) {
  try {
    execFileSync(program, ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
