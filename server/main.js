import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { constants } from "node:zlib";
import compression from "compression";
import express from "express";
import sirv from "sirv";

process.env.NODE_ENV = "production";

/**
 * All of the product's code and its packages come from the server build. A module imported here as well would
 * exist twice, with two caches and two settings.
 *
 * @typedef {import("@remix-run/node").ServerBuild} ServerBuild
 * @typedef {typeof import("../app/entry.server")} Entry
 * @type {ServerBuild & { entry: { module: Entry } }}
 */
const build = await import(new URL("../build/server/index.js", import.meta.url).href);
const { createRequestHandler, settings, buildName, started } = build.entry.module.server;

// Collect garbage when the heap has doubled instead of grown fourfold, so that memory use stays close to the live data,
// also while an export streams hundreds of pages. Set after loading, because loaded modules are never freed.
setFlagsFromString("--heap-growing-percent=100");

/** @param {string} name a folder of the repository */
const folder = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/**
 * Brotli options for responses made for one visitor. The window (128 KB) has the size of a page. zlib's default window
 * takes megabytes per open response, which V8 counts like heap memory when it decides to collect garbage.
 */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 };

const hashedFiles = sirv(folder("build/client"), {
  brotli: true,
  gzip: true,
  etag: true,
  extensions: [],
  immutable: true,
  maxAge: 365 * 24 * 60 * 60,
});

const app = express();
app.disable("x-powered-by");
// No code reads `request.query`, and parsing thousands of parameters would take longer than rendering a page.
app.disable("query parser");
app.use(compression({ brotli: { params: BROTLI } }));
// Not by sirv, which cannot send the last bytes of a film.
app.use(express.static(folder("public"), { maxAge: "1h", index: false, redirect: false }));
app.use(createRequestHandler({ build, mode: "production" }));
app.use(answerError);

// Hashed files do not pass Express, which takes longer than their way from the disk.
const server = createServer((request, response) =>
  request.url?.startsWith("/assets/") ? sendAsset(request, response) : app(request, response),
);

/** @param {NodeJS.ErrnoException} error */
function exitWithMessage({ code, message }) {
  const text =
    code === "EADDRINUSE"
      ? `Port ${settings.port} is in use. Stop the other program or set PORT.`
      : `HOST and PORT should be an address of this machine on which this user may listen: ${message}`;
  // Not `console.error`, which writes JSON log lines: a person at the terminal reads this message.
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
server.once("error", exitWithMessage);
server.listen({ port: settings.port, host: settings.host }, async () => {
  // From now on errors come from connections that could not be accepted; they must not end the process.
  server.off("error", exitWithMessage);
  await started;
  console.log(`${settings.siteName}, build ${buildName}, is ready at ${address()}`);
});

/** The URL at which a person on this machine reaches the server. */
function address() {
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : settings.port;
  const host = settings.host ?? "localhost";
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/**
 * Sends a hashed file, which the build has compressed. A build in place may have taken it away since the start. A missing
 * file of another build may become available a moment later, so nobody may cache the 404.
 *
 * @type {import("node:http").RequestListener}
 */
function sendAsset(request, response) {
  response.once("pipe", (file) => {
    // Without an end Node takes 64 KB of memory for each file, however small, and collects garbage all the time.
    Object.assign(file, { end: Number(response.getHeader("content-length") ?? Infinity) - 1 });
    file.once("error", (error) => {
      console.error(error); // the log has the request's id
      response.destroy();
    });
    // `pipe` leaves the file open when the client goes away.
    response.once("close", () => file.destroy());
  });
  delete request.headers.range; // sirv reads most ranges wrongly; a server may ignore them (RFC 9110, section 14.2)
  hashedFiles(request, response, () => {
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    response.writeHead(404, headers).end("Not found\n");
  });
}

/**
 * Error handler of last resort, which also ends a response that failed midway.
 *
 * @type {express.ErrorRequestHandler}
 */
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows an error handler by its four parameters
function answerError(error, _request, response, _next) {
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error); // the log has the request's id
  if (response.headersSent) return void response.destroy();
  response.status(status).type("text/plain").set("Cache-Control", "no-store");
  response.send(`Something went wrong\nReference: ${response.get("X-Request-Id")}\n`);
}
