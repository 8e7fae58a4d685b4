import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of `package.json`: where `.env`, the build and the sandbox's database are, wherever the start was. */
const root = folderWith("package.json", dirname(fileURLToPath(import.meta.url)));

/**
 * A place in the project.
 *
 * @param path relative to the project's folder; an absolute one stays as it is
 */
export function inProject(path: string): string {
  return resolve(root, path);
}

/** Sought upwards: this module's source and the bundles it becomes a part of lie at different depths. */
function folderWith(file: string, folder: string): string {
  if (existsSync(join(folder, file))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`There is no ${file} above ${import.meta.url}`);
  return folderWith(file, parent);
}
