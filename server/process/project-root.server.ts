import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Resolves a path in the project, whatever the working directory is.
 *
 * @param path relative to the project's folder; an absolute one stays as it is
 */
export function inProject(path: string): string {
  return resolve(root, path);
}

/** The nearest folder with `package.json`, because the bundler decides how deep in the build this module is. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

const root = projectRoot();
