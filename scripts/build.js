import { ensureBuilt, enterProject } from "./project.js";

enterProject();
await ensureBuilt();
