import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../run.js";

const PATCHES = fileURLToPath(new URL(".", import.meta.url));

/** What has nothing to do in the copy: the rehearsal itself. */
const OWN = /rehearse-react-router/;

/**
 * Copies what git tracks of the working tree, changes that are not committed included, to a new folder for temporary
 * files, as a repository of its own: `git diff` shows there what each step has changed.
 *
 * @returns {{ copy: string, files: string[] }} the folder, and the files in it
 */
export function copyProject() {
  const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" });
  const files = tracked.split("\0").filter((file) => existsSync(file) && !OWN.test(file));
  const copy = mkdtempSync(join(tmpdir(), "pulse-react-router-"));
  for (const file of files) cpSync(file, join(copy, file));
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  return { copy, files };
}

/**
 * Keeps the state of the working directory, which is the copy.
 *
 * @param {string} step that led to it
 * @returns how many files it changed
 */
export function commit(step) {
  execFileSync("git", ["add", "--all"]);
  const changed = execFileSync("git", ["diff", "--cached", "--name-only"], { encoding: "utf8" });
  const author = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@localhost"];
  execFileSync("git", [...author, "commit", "--quiet", "--no-verify", "--allow-empty", "-m", step]);
  return changed.split("\n").length - 1;
}

/**
 * The patches for what the codemod does not do, in the order in which they are applied.
 *
 * @returns {{ file: string, why: string, lines: number }[]} their paths, first lines, and how many lines they put in
 */
export function patches() {
  return readdirSync(PATCHES)
    .filter((name) => name.endsWith(".patch"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(PATCHES, name), "utf8");
      const [why = ""] = text.split("\n");
      const lines = text.match(/^\+(?!\+\+ )/gm)?.length ?? 0;
      return { file: join(PATCHES, name), why, lines };
    });
}

/** Applies the patches in the working directory. Where one does not fit any more git says so, and this process ends. */
export function applyPatches() {
  for (const { file } of patches()) run("git", ["apply", file]);
}
