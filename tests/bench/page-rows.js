import { capture, headerOf } from "./captured-answer.js";
import { compareThroughput } from "./compare.js";
import { startNginx } from "./nginx.js";
import { personalCookie } from "./personal-cookie.js";
import { Unavailable } from "./unavailable.js";

/**
 * What one request of the product is measured against: the same bytes from something simpler, or the same page
 * made anew.
 *
 * @typedef {import("./workbench.js").Workbench} Workbench
 * @typedef {import("./compare.js").Measured} Measured
 *
 * @typedef {object} Asked
 * @property {string | ((url: string) => Promise<string>)} path or how to find it, with the product's URL
 * @property {"br" | "gzip"} [encoding] the only one accepted; else all that browsers accept
 * @property {boolean} [again] with the ETag of the answer: expects 304
 */

const BROWSER_ENCODINGS = "gzip, deflate, br, zstd";

/**
 * The row's answer, warm: what the product sends the second time it is asked.
 *
 * @param {Workbench} bench
 * @param {Asked} asked
 */
async function warmAnswer(bench, { path, encoding, again }) {
  const server = await bench.server();
  const url = new URL(typeof path === "string" ? path : await path(server.url), server.url);
  /** @type {Record<string, string>} */
  const headers = { "Accept-Encoding": encoding ?? BROWSER_ENCODINGS };
  await capture(url, headers);
  let answer = await capture(url, headers);
  if (answer.status !== 200) throw new Error(`${url.pathname}: status ${answer.status}`);
  const sent = headerOf(answer, "content-encoding");
  if (encoding !== undefined && sent !== encoding)
    throw new Unavailable(`the product answers with ${sent ?? "no"} encoding, not ${encoding}`);
  if (again) {
    const etag = headerOf(answer, "etag");
    if (etag === undefined) throw new Unavailable("the product gives no ETag");
    headers["If-None-Match"] = etag;
    answer = await capture(url, headers);
    if (answer.status !== 304)
      throw new Unavailable(`the product answers with ${answer.status} when asked again`);
  }
  const bytes = answer.body.length;
  const ours = { name: "Pulse", pid: server.pid, url, headers, status: answer.status, bytes };
  return { answer, ours };
}

/** @param {Asked} asked */
export function againstNodeHttp(asked) {
  return async (/** @type {Workbench} */ bench) => {
    const { answer, ours } = await warmAnswer(bench, asked);
    const bare = await bench.bareServer();
    await bare.send(answer);
    const url = new URL(ours.url.pathname + ours.url.search, bare.url);
    return compareThroughput(bench, ours, { ...ours, name: "node:http", pid: bare.pid, url });
  };
}

/** @param {Asked} asked */
export function againstNginx(asked) {
  return async (/** @type {Workbench} */ bench) => {
    const { answer, ours } = await warmAnswer(bench, asked);
    const nginx = await startNginx(bench.folder, answer);
    try {
      const url = new URL(ours.url.pathname, nginx.url);
      const baseline = { ...ours, name: "nginx", pid: nginx.pid, url };
      return await compareThroughput(bench, ours, baseline);
    } finally {
      nginx.stop();
    }
  };
}

/** Against the same page made for one visitor alone. @param {string} path */
export function againstRendering(path) {
  return async (/** @type {Workbench} */ bench) => {
    const { ours } = await warmAnswer(bench, { path });
    const headers = { ...ours.headers, Cookie: await personalCookie(ours.url.origin) };
    // The message makes the page longer.
    const rendered = { ...ours, name: "the page rendered each time", headers, bytes: undefined };
    return compareThroughput(bench, ours, rendered);
  };
}

/** A page made for one visitor alone against an empty one, which no cache keeps either. @param {string} path */
export function againstEmptyRoute(path) {
  return async (/** @type {Workbench} */ bench) => {
    const { pid, url } = await bench.serverWithEmptyRoute();
    await capture(new URL(path, url));
    const headers = {
      "Accept-Encoding": BROWSER_ENCODINGS,
      Cookie: await personalCookie(url),
    };
    return compareThroughput(
      bench,
      { name: "Pulse", pid, url: new URL(path, url), headers },
      { name: "an empty route", pid, url: new URL("/bench/empty", url), headers },
    );
  };
}

/** Pages of the trip list in turn, more than a reader ever turns, against an empty page. @param {string} path @param {number} pages */
export function pagesInTurn(path, pages) {
  return async (/** @type {Workbench} */ bench) => {
    const { pid, url } = await bench.serverWithEmptyRoute();
    const inTurn = Array.from(
      { length: pages },
      (_, page) => new URL(`${path}&page=${page + 1}`, url),
    );
    const headers = { "Accept-Encoding": BROWSER_ENCODINGS };
    const ours = { name: "Pulse", pid, url: new URL(path, url), inTurn, headers };
    const empty = { name: "an empty route", pid, url: new URL("/bench/empty", url), headers };
    return compareThroughput(bench, ours, empty);
  };
}

/** The path of the largest script that the home page names. @param {string} url the product's */
export async function largestScript(url) {
  const { body } = await capture(new URL(url));
  const paths = new Set(body.toString().match(/\/assets\/[\w.-]+\.js/g));
  const sized = await Promise.all(
    [...paths].map(async (path) => {
      const script = await capture(new URL(path, url));
      return { path, bytes: script.body.length };
    }),
  );
  const [largest] = sized.sort((a, b) => b.bytes - a.bytes);
  if (largest === undefined) throw new Error("the home page names no script");
  return largest.path;
}
