import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a hash of the names and contents of files and folders, which does not depend on their timestamps.
 *
 * @param {readonly string[]} paths relative to the working directory
 */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
