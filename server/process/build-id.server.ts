import { existsSync, readFileSync } from "node:fs";
import { inProject } from "./project-root.server";

/** Written by the build: a hash of all that it was made from. */
const STAMP = "build/.stamp";

/** Names the build that runs, by its content: 12 hexadecimal digits; `development` where Vite serves the modules. */
export function buildId(development: boolean): string {
  const path = inProject(STAMP);
  if (development || !existsSync(path)) return "development";
  return readFileSync(path, "utf8").trim().slice(0, 12);
}
