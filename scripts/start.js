import { ensureServable } from "./build.js";
import { enterProject } from "./install.js";

enterProject();
await ensureServable();
// In this process, so that signals reach the server.
await import("../server/main.js");
