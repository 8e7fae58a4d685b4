import { ensureServable, enterProject } from "./project.js";

enterProject();
await ensureServable();
// In this process, so that signals reach the server.
await import("../server/main.js");
