import { ensureInstalled, enterProject } from "./install.js";

enterProject();
ensureInstalled();
const { buildTools } = await import("./build-tools.js");
await buildTools();
// The Remix command reads its arguments from the command line; in this process, so that signals reach it.
process.argv.splice(2, Infinity, "vite:dev", "--port", process.env.PORT || "3000");
await import("../node_modules/@remix-run/dev/dist/cli.js");
