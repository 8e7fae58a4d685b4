import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { readEnvFile } from "../server/process/env-file.server.js";

Object.assign(process.env, { ...readEnvFile(".env").values, ...process.env });
process.env.PORT ||= "3000"; // remix-serve reads an empty one as 0, and takes another port if it chose this one itself
process.env.NODE_ENV = "production"; // with another value it would show stack traces to visitors
const remixServe = pathToFileURL(realpathSync("node_modules/.bin/remix-serve"));
// Turns off remix-serve's access log, whose complete addresses may identify a person. The product writes its own log.
createRequire(remixServe)("morgan").format("tiny", () => undefined);
// remix-serve reads its arguments from `process.argv`. It runs in this process, so that signals reach it.
process.argv[2] = "build/server/index.js";
await import(remixServe.href);
