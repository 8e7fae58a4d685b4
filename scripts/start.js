import { ensureBuilt } from "./build.js";
import { ensureInstalled } from "./install.js";
import { enterProject } from "./project-folder.js";

enterProject();
ensureInstalled();
await ensureBuilt();
// In this process, so that signals reach the server.
await import("../server/main.js");
