import { ensureInstalled } from "./install.js";

ensureInstalled();
const { buildTools } = await import("./build-tools.js");
await buildTools();
await import(new URL("../build/tools/doctor.js", import.meta.url).href);
