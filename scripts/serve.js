import { createRequire } from "node:module";
import { ensureServable } from "./build.js";
import { readDotEnv } from "./dot-env.js";
import { enterProject } from "./install.js";

enterProject();
await ensureServable();
readDotEnv();
const remixServe = new URL("../node_modules/@remix-run/serve/dist/cli.js", import.meta.url);
// Its own access log holds whole addresses, which may name a person; the product writes one without.
createRequire(remixServe)("morgan").format("tiny", () => undefined);
// remix-serve reads its arguments from the command line; in this process, so that signals reach it.
process.argv[2] = "build/server/index.js";
await import(remixServe.href);
