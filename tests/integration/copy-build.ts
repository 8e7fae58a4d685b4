import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Copies the build that stands, with what serves it, to a folder of its own, where a test may change it.
 *
 * @param place an existing folder
 * @returns where `server/main.js` can be started
 */
export function copyBuild(place: string): string {
  const folder = join(place, "other");
  mkdirSync(join(folder, "server"), { recursive: true });
  cpSync("build", join(folder, "build"), { recursive: true });
  for (const name of ["server/main.js", "package.json"]) cpSync(name, join(folder, name));
  for (const name of ["node_modules", "public"]) symlinkSync(resolve(name), join(folder, name));
  return folder;
}
