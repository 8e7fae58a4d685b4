import { ensureTools, enterProject } from "./project.js";

// A file argument is relative to the folder in which the command was started.
process.env.INIT_CWD ??= process.cwd();
enterProject();
await ensureTools();
await import(new URL("../build/tools/doctor.js", import.meta.url).href);
