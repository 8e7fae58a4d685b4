import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "../run-command.js";

/**
 * What must not matter to a build: where it is done, when, and on whose machine.
 *
 * @typedef {{ folder: string, env: Record<string, string>, told: string }} Surroundings
 * @type {[Surroundings, Surroundings]}
 */
export const SURROUNDINGS = [
  {
    folder: "one",
    env: { TZ: "UTC", LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    told: "in a folder of a short name, today, in UTC, in the locale C.UTF-8",
  },
  {
    folder: join("another place", "with a longer name", "two"),
    env: {
      TZ: "Asia/Kolkata",
      LANG: "tr_TR.UTF-8",
      LC_ALL: "tr_TR.UTF-8",
      NODE_OPTIONS: `--import=${pathToFileURL(resolve("scripts/evidence/later-clock.js"))}`,
    },
    told: "three folders deeper with spaces in their names, 400 days later, in India's time, in the locale tr_TR.UTF-8",
  },
];

/**
 * Builds a commit twice, each time from a clone of its own with packages of its own. What differs is kept in
 * `evidence/differences`, to be explained.
 *
 * @param {string} commit
 * @param {AbortSignal} interrupted
 * @returns {Promise<[Map<string, string>, Map<string, string>]>} the files of each build with their hashes
 * @throws with the build's output when a build fails
 */
export async function buildTwice(commit, interrupted) {
  const place = mkdtempSync(join(tmpdir(), "pulse-builds-"));
  const [one, other] = SURROUNDINGS;
  try {
    const first = await build(commit, join(place, one.folder), one.env, interrupted);
    const second = await build(commit, join(place, other.folder), other.env, interrupted);
    for (const { file } of differences(first, second)) {
      for (const { folder } of SURROUNDINGS) {
        const source = join(place, folder, "build", file);
        const target = join("evidence", "differences", basename(folder), file);
        if (existsSync(source)) cpSync(source, target);
      }
    }
    return [first, second];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {string} commit @param {string} clone @param {Record<string, string>} env @param {AbortSignal} interrupted */
async function build(commit, clone, env, interrupted) {
  git("clone", "--quiet", "--no-checkout", ".", clone);
  git("-C", clone, "checkout", "--quiet", "--detach", commit);
  linkFolder("node_modules", join(clone, "node_modules"));
  const surroundings = { cwd: clone, env };
  const { status, output } = await runCommand(["scripts/build.js"], interrupted, surroundings);
  if (status !== 0) throw new Error(`The build in ${clone} failed.\n${output}`);
  return hashesOf(join(clone, "build"));
}

/** What git answers. @param {string[]} args */
export const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();

/**
 * The files under a folder with their SHA-256, in the order of their names.
 *
 * @param {string} folder
 * @returns {Map<string, string>} by path within it
 */
export function hashesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(
    files.map((file) => [
      file.slice(folder.length + 1).replaceAll("\\", "/"),
      createHash("sha256").update(readFileSync(file)).digest("hex"),
    ]),
  );
}

/**
 * What tells two builds apart.
 *
 * @param {ReadonlyMap<string, string>} one
 * @param {ReadonlyMap<string, string>} other
 * @returns {{ file: string, how: string }[]} none: they are the same, byte by byte
 */
export function differences(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((file) => one.get(file) !== other.get(file))
    .sort()
    .map((file) => {
      if (!other.has(file)) return { file, how: "only in the first" };
      return { file, how: one.has(file) ? "not the same bytes" : "only in the second" };
    });
}

/**
 * A manifest that `sha256sum -c` checks from the project's folder.
 *
 * @param {ReadonlyMap<string, string>} hashes of build/
 */
export const manifest = (hashes) =>
  Array.from(hashes, ([file, hash]) => `${hash}  build/${file}\n`).join("");

/** A folder with the same files, for which no space is taken where the file system can share them. @param {string} from @param {string} to */
function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** @param {string} from @param {string} to */
function linkFile(from, to) {
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without links.
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
