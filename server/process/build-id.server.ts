import { existsSync, readFileSync } from "node:fs";
import { inProject } from "./project-root.server";

/** What the build has written about itself. */
export interface BuildId {
  /** 12 hexadecimal digits of a hash of its sources; `development` when Vite serves modules. */
  build: string;
  /** The commit of its sources; null where the build did not know it. */
  commit: string | null;
}

/** Reads which build runs. */
export function readBuildId(development: boolean): BuildId {
  const read = (name: string) => {
    const path = inProject(name);
    return development || !existsSync(path) ? null : readFileSync(path, "utf8").trim();
  };
  return {
    build: read("build/.stamp")?.slice(0, 12) ?? "development",
    commit: read("build/.commit"),
  };
}
