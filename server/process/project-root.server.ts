import { existsSync, readFileSync } from "node:fs";
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

/** Reads what the build that runs has written about itself. */
export function readBuildId(development: boolean) {
  const read = (name: string) => {
    const path = inProject(name);
    return development || !existsSync(path) ? null : readFileSync(path, "utf8").trim();
  };
  return {
    /** 12 hexadecimal digits of a hash of its sources; `development` when Vite serves modules. */
    build: read("build/.stamp")?.slice(0, 12) ?? "development",
    /** The commit of its sources; null where the build did not know it. */
    commit: read("build/.commit"),
  };
}
