import { ensureInstalled } from "./install.js";
import { enterProject } from "./project-folder.js";

enterProject();
ensureInstalled();
const { buildTools } = await import("./build-tools.js");
await buildTools();
await import(new URL("../build/tools/doctor.js", import.meta.url).href);
