import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A hash over names and contents of files and folders; the same for the same sources, whatever their times.
 *
 * @param {readonly string[]} places relative to the working directory
 */
export function fingerprint(places) {
  const hash = createHash("sha256");
  for (const file of places.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} place @returns {string[]} */
function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(join(place, name)));
}
