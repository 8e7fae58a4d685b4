import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of `package.json`: where `.env`, the build and the sandbox's database are, wherever the start was. This
 * source and the bundles that it becomes a part of lie two folders below it.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * A place in the project.
 *
 * @param path relative to the project's folder; an absolute one stays as it is
 */
export function inProject(path: string): string {
  return resolve(root, path);
}
