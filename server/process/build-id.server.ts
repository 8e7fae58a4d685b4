import { existsSync, readFileSync } from "node:fs";
import { inProject } from "./project-root.server";

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
