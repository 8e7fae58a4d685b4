import { setTimeout as sleep } from "node:timers/promises";
import { capture, headerOf } from "./captured-answer.js";
import { requestText } from "./load-generator.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./compare.js").Measured} Measured */

const MINUTE = 60;
const READS_A_SECOND = 50;
const RELOAD_EVERY_MS = 2_000;

const ACCEPTED = { "Accept-Encoding": "gzip, deflate, br, zstd" };

/**
 * One view under constant reading for a minute.
 *
 * @param {string} path
 * @returns {(bench: Workbench) => Promise<Measured>} how often it was rendered
 */
export function rendersAMinute(path) {
  return async (bench) => {
    const server = await bench.server();
    const url = new URL(path, server.url);
    await capture(url, ACCEPTED);
    const before = await viewsMade(server.url);
    bench.say(`reading ${path} for ${MINUTE} s`);
    const load = await bench.load({
      requests: [requestText(url, ACCEPTED)],
      port: Number(url.port),
      seconds: MINUTE,
      perSecond: READS_A_SECOND,
    });
    const rendered = (await viewsMade(server.url)) - before;
    return { values: [rendered], details: { requests: load.answered } };
  };
}

/**
 * One client that reloads a view for a minute and says which version it has.
 *
 * @param {string} path
 * @returns {(bench: Workbench) => Promise<Measured>} the share of its reloads answered with 304
 */
export function unchangedReloads(path) {
  return async (bench) => {
    const server = await bench.server();
    const url = new URL(path, server.url);
    let etag = headerOf(await capture(url, ACCEPTED), "etag");
    bench.say(`reloading ${path} for ${MINUTE} s`);
    const reloads = (MINUTE * 1000) / RELOAD_EVERY_MS;
    let unchanged = 0;
    for (let reload = 0; reload < reloads; reload += 1) {
      await sleep(RELOAD_EVERY_MS);
      const answer = await capture(url, { ...ACCEPTED, "If-None-Match": etag ?? "" });
      if (answer.status === 304) unchanged += 1;
      else etag = headerOf(answer, "etag");
    }
    return { values: [unchanged / reloads], details: { reloads, unchanged } };
  };
}

/** @param {string} url of the server */
async function viewsMade(url) {
  const { body } = await capture(new URL("/metrics", url));
  const [, made] = /^page_cache_made_total\{kind="view"\} (\d+)$/m.exec(body.toString()) ?? [];
  return Number(made ?? 0);
}
