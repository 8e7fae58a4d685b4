import { resolve } from "node:path";
import { ensureTools, enterProject } from "./project.js";

// npm runs scripts in the package's folder, but file arguments are relative to the folder of the command.
const from = process.env.INIT_CWD ?? process.cwd();
const [node = "", script = "", ...files] = process.argv;
process.argv = [node, script, ...files.map((file) => resolve(from, file))];
enterProject();
await ensureTools();
await import(new URL("../build/tools/sandbox-import.js", import.meta.url).href);
