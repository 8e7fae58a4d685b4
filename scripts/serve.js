import { ensureBuilt } from "./build.js";
import { ensureInstalled } from "./install.js";
import { enterProject } from "./project-folder.js";

enterProject();
ensureInstalled();
await ensureBuilt();
// remix-serve reads its arguments from the command line; in this process, so that signals reach it.
process.argv[2] = "build/server/index.js";
await import("../node_modules/@remix-run/serve/dist/cli.js");
