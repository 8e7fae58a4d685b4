import { existsSync } from "node:fs";
import { ensureInstalled, enterProject } from "./project.js";

enterProject();
await ensureInstalled();
const { buildTools } = await import("./node-bundle.js");
await buildTools();
if (existsSync(".env")) process.loadEnvFile();
process.env.NODE_ENV = "development";
const { PORT, HOST } = process.env;
// The Remix command reads its arguments from `process.argv`. It runs in this process, so that signals reach it.
process.argv.splice(
  2,
  Infinity,
  "vite:dev",
  "--port",
  PORT || "3000",
  ...(HOST ? ["--host", HOST] : []),
);
await import("../node_modules/@remix-run/dev/dist/cli.js");
