import { ensureInstalled, enterProject, isServable } from "./project.js";

// A file argument is relative to the folder in which the command was started.
process.env.INIT_CWD ??= process.cwd();
enterProject();
if (!isServable()) {
  await ensureInstalled();
  const { buildTools } = await import("./node-bundle.js");
  await buildTools();
}
await import(new URL("../build/tools/doctor.js", import.meta.url).href);
