import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of `package.json`, which contains `.env`, the build and the sandbox's database, whatever the working
 * directory is. This source file and the bundles that include it are two folders below.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * Resolves a path in the project.
 *
 * @param path relative to the project's folder; an absolute one stays as it is
 */
export function inProject(path: string): string {
  return resolve(root, path);
}
