import { ensureInstalled, enterProject } from "./install.js";

// A file is named from where the person stands.
process.env.INIT_CWD ??= process.cwd();
enterProject();
ensureInstalled();
const { buildTools } = await import("./build-tools.js");
await buildTools();
await import(new URL("../build/tools/doctor.js", import.meta.url).href);
