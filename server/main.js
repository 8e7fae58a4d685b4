import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { constants } from "node:zlib";
import compression from "compression";
import express from "express";

/**
 * The server build is the only door to the product's own code and to the packages in it: whatever were imported
 * here as well would exist twice, with two caches and two settings.
 *
 * @typedef {import("@remix-run/node").ServerBuild} ServerBuild
 * @typedef {typeof import("../app/entry.server")} Entry
 * @type {ServerBuild & { entry: { module: Entry } }}
 */
const build = await import(new URL("../build/server/index.js", import.meta.url).href);
const { createRequestHandler, settings, buildName, connectionTimeouts, mount, started } =
  build.entry.module.server;

// Garbage is collected when the heap has grown by half, not by four times: memory follows what is held, also
// while an export passes hundreds of pages through. Only now: what was loaded so far is held.
setFlagsFromString("--heap-growing-percent=50");

/** @param {string} name a folder of the repository */
const folder = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/**
 * For what is made for one visitor: a window as long as a page. zlib's own takes megabytes for each answer under way,
 * and garbage is collected as if they were the heap's.
 */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 };

const app = express();
app.disable("x-powered-by");
// Nobody reads Express' own, and of thousands of parameters it costs more than a page.
app.disable("query parser");
app.use(compression({ brotli: { params: BROTLI } }));
app.use(
  "/assets",
  express.static(folder("build/client/assets"), {
    immutable: true,
    maxAge: "1y",
    index: false,
    redirect: false,
    fallthrough: false,
  }),
);
app.use(express.static(folder("public"), { maxAge: "1h", index: false, redirect: false }));
app.use(createRequestHandler({ build, mode: "production" }));
app.use(answerError);

const server = createServer(connectionTimeouts, app);
mount(server);

/** @param {NodeJS.ErrnoException} error */
function leave(error) {
  const { port, host = "all interfaces" } = settings;
  const mend =
    error.code === "EACCES"
      ? "PORT: should be one that this user may listen on"
      : "HOST: should be an address or a name of this machine";
  const text =
    error.code === "EADDRINUSE"
      ? `Port ${port} is in use. Stop the other program or set PORT.`
      : `${mend}. Cannot listen on ${host}, port ${port}: ${error.message}`;
  // Not the console, whose errors become log lines: this one is for the person at the terminal.
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
server.once("error", leave);
server.listen({ port: settings.port, host: settings.host }, async () => {
  // An error of a connection that could not be accepted is no reason to leave.
  server.off("error", leave);
  await started;
  console.log(`${settings.siteName}, build ${buildName}, is ready at ${address()}`);
});

/** Where a person on this machine reaches the server. */
function address() {
  const listening = server.address();
  const port = typeof listening === "object" ? listening?.port : settings.port;
  const host = settings.host ?? "localhost";
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/**
 * The last resort, for what neither Remix nor a static folder answers: a missing asset, an answer cut off.
 *
 * @type {express.ErrorRequestHandler}
 */
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows an error handler by its four parameters
function answerError(error, _request, response, _next) {
  if (response.headersSent) return void response.destroy();
  const status = error.statusCode ?? 500;
  // A file of another build may be there a moment later.
  response.status(status).type("text/plain").set("Cache-Control", "no-store");
  response.send(status === 404 ? "Not found\n" : "Something went wrong\n");
}
