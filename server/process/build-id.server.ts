import { existsSync, readFileSync } from "node:fs";
import { inProject } from "./project-root.server";

/** File written by the build: a hash of all sources of the build. */
const STAMP = "build/.stamp";

/** File written by the build where it knew the commit of its sources. */
const COMMIT = "build/.commit";

/** Id of the running build: 12 hexadecimal digits of a hash of its sources; `development` when Vite serves modules. */
export function buildId(development: boolean): string {
  const path = inProject(STAMP);
  if (development || !existsSync(path)) return "development";
  return readFileSync(path, "utf8").trim().slice(0, 12);
}

/** The commit of the running build's sources; null where the build did not know it. */
export function buildCommit(development: boolean): string | null {
  const path = inProject(COMMIT);
  return development || !existsSync(path) ? null : readFileSync(path, "utf8").trim();
}
