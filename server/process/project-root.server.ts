import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of `package.json`, which contains `.env`, the build and the sandbox's database, whatever the working
 * directory is. How far above this code it is depends on the file that the bundler puts the code into.
 */
const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  const parent = dirname(folder);
  if (parent === folder || existsSync(resolve(folder, "package.json"))) return folder;
  return rootAbove(parent);
}

/**
 * Resolves a path in the project.
 *
 * @param path relative to the project's folder; an absolute one stays as it is
 */
export function inProject(path: string): string {
  return resolve(root, path);
}
