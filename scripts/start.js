import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";

enterProject();
await ensureInstalled();
await ensureBuilt();
// In this process, so that signals reach the server.
await import("../server/main.js");
