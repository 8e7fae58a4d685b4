import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { namedByDocument, namedByScript, namedByStyle } from "./referenced-files.js";

/**
 * @typedef {object} ViewFile one file of a first view
 * @property {string} file its address
 * @property {string} kind document, style, font, picture or script
 * @property {"before" | "after"} when asked for before the first frame, or from it on
 * @property {string | null} foundIn the file that names it and so has to come first; null for the document
 * @property {boolean} inHead of the document
 * @property {boolean} first before others of its kind: preloaded, or with `fetchpriority="high"`
 * @property {number} bytes as sent, in brotli where there is a brotli form
 *
 * @typedef {{ status: number, files: ViewFile[], before: number, after: number }} FirstView sums in bytes
 */

const LIST = "build/critical-resources.json";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36";
const KINDS = ["document", "style", "font", "picture", "script"];

/** Nobody answers the server, and no setting of this machine makes its pages longer or shorter. */
const SETTINGS = {
  APP_ENV: "development",
  LOG_LEVEL: "warn",
  SANDBOX: "off",
  CORE_API_URL: "http://127.0.0.1:9",
  AUTH_API_URL: "http://127.0.0.1:9",
  REDIS_URL: "",
  HOST: "127.0.0.1",
  PORT: "0",
  SITE_NAME: "",
  SITE_URL: "",
};

/**
 * Asks the server that was just built for every page and writes down what a phone fetches before it can show it,
 * in the order in which it learns of it, and the scripts that come after. A server that does not start is no
 * reason for a build to fail: that is said, and there is no list.
 */
export async function listCriticalResources() {
  rmSync(LIST, { force: true });
  const server = spawn(process.execPath, ["server/main.js"], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...SETTINGS },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const origin = await whenReady(server.stdout);
    // Only now, because it comes with the dependencies that may just have been installed.
    const { transform } = await import("esbuild");
    const table = await transform(readFileSync("app/content/pages.ts", "utf8"), { loader: "ts" });
    const { pages } = await import(`data:text/javascript,${encodeURIComponent(table.code)}`);
    /** @type {Record<string, FirstView>} */
    const views = {};
    for (const { path } of Object.values(pages)) {
      views[path] = await criticalResources(
        origin,
        path === pages.referral.path ? `${path}/ABC123` : path,
      );
    }
    writeFileSync(LIST, `${JSON.stringify(views, null, 2)}\n`);
  } catch (error) {
    console.warn(`First views are not listed: ${error instanceof Error ? error.message : error}`);
  } finally {
    server.kill("SIGKILL");
  }
}

/** Prints the list's sums, if there is a list. */
export function printCriticalResources() {
  if (!existsSync(LIST)) return;
  /** @type {Record<string, FirstView>} */
  const views = JSON.parse(readFileSync(LIST, "utf8"));
  const kilobytes = (/** @type {number} */ bytes) => Number((bytes / 1024).toFixed(1));
  const rows = Object.entries(views).map(([path, { status, files, before, after }]) => {
    const early = files.filter(({ when }) => when === "before");
    const kinds = KINDS.map((kind) => [kind, sum(early.filter((file) => file.kind === kind))]);
    const sums = { ...Object.fromEntries(kinds), "before the first frame": before, after };
    const cells = Object.entries(sums).map(([title, bytes]) => [title, kilobytes(bytes)]);
    return [status === 200 ? path : `${path} (${status})`, Object.fromEntries(cells)];
  });
  console.log("First views on a phone, KB as sent:");
  console.table(Object.fromEntries(rows));
}

/** @param {import("node:stream").Readable} output of the server @returns {Promise<string>} its origin */
async function whenReady(output) {
  const signal = AbortSignal.timeout(30_000);
  for await (const line of createInterface({ input: output, signal })) {
    const origin = / is ready at (http:\S+)$/.exec(line)?.[1];
    if (origin) return origin;
  }
  throw new Error("the server does not start");
}

/** @param {string} origin @param {string} path @returns {Promise<FirstView>} */
async function criticalResources(origin, path) {
  const headers = { "Accept-Encoding": "br", "User-Agent": ANDROID };
  const [answer] = await once(get(origin + path, { headers }), "response");
  const sent = await buffer(answer);
  const html = brotliDecompressSync(sent).toString();
  /** @type {ViewFile[]} */
  const files = [];
  const add = (/** @type {import("./referenced-files.js").Named} */ named, foundIn = path) => {
    if (files.some(({ file }) => file === named.file)) return;
    const rest = { when: /** @type {const} */ ("before"), inHead: false, first: false };
    files.push({ ...rest, foundIn, ...named, bytes: named.bytes ?? bytesOf(named.file) });
  };
  add({ file: path, kind: "document", foundIn: null, bytes: sent.length });
  for (const named of namedByDocument(html)) add(named);
  // Grows while it is walked.
  for (const { file, kind, when } of files) {
    if (kind === "style") for (const named of namedByStyle(textOf(file), html)) add(named, file);
    if (kind !== "script") continue;
    for (const named of namedByScript(textOf(file))) add({ ...named, when }, file);
  }
  const early = sum(files.filter(({ when }) => when === "before"));
  return { status: answer.statusCode, files, before: early, after: sum(files) - early };
}

/** In bytes. @param {ViewFile[]} files */
const sum = (files) => files.reduce((bytes, file) => bytes + file.bytes, 0);

/** @param {string} file its address */
function bytesOf(file) {
  const compressed = `build/compressed${file}.br`;
  return statSync(existsSync(compressed) ? compressed : onDisk(file)).size;
}

/** @param {string} file its address */
const textOf = (file) => readFileSync(onDisk(file), "utf8");

/** @param {string} file its address */
const onDisk = (file) => `${file.startsWith("/assets/") ? "build/client" : "public"}${file}`;
