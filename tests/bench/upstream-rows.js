import { setTimeout as sleep } from "node:timers/promises";
import { capture } from "./captured-answer.js";
import { requestText } from "./load-generator.js";
import { startWatchedUpstream } from "./watched-upstream.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./compare.js").Measured} Measured */

const DASHBOARD = "/pulsescout/dashboard";
const STALL_MS = 3_000;
/** Longer than a page of the trip list is fresh. */
const STALE_AFTER_MS = 31_000;

const ACCEPTED = { "Accept-Encoding": "gzip, deflate, br, zstd" };

/**
 * A warm page of the trip list whose figures are being renewed, by an upstream that takes 3 s and by one that is
 * well. Each round looks at a page of its own, so that there is something to renew in each.
 *
 * @param {Workbench} bench
 * @returns {Promise<Measured>} p99 stalled, divided by p99 healthy
 */
export async function stalledUpstream(bench) {
  const { upstream, server } = await watched(bench);
  const page = (/** @type {number} */ number) =>
    new URL(`${DASHBOARD}?tab=trip&page=${number}`, server.url);
  const p99 = async (/** @type {number} */ number) => {
    const load = await bench.load({
      requests: [requestText(page(number), ACCEPTED)],
      port: Number(page(number).port),
      seconds: Math.min(bench.seconds, STALL_MS / 1000 - 0.5),
    });
    return load.p99;
  };

  const pages = Array.from({ length: 2 * bench.rounds + 1 }, (_, index) => index + 1);
  for (const number of pages) await capture(page(number), ACCEPTED);
  bench.say(`waiting ${STALE_AFTER_MS / 1000} s until the figures are no longer fresh`);
  await sleep(STALE_AFTER_MS);
  await p99(pages.pop() ?? 1);

  /** @type {number[]} */
  const healthy = [];
  /** @type {number[]} */
  const stalled = [];
  const notes = [];
  while (pages.length > 0) {
    upstream.holdBack(0);
    healthy.push(await p99(pages.pop() ?? 1));
    upstream.holdBack(STALL_MS);
    const before = upstream.asked.length;
    stalled.push(await p99(pages.pop() ?? 1));
    if (upstream.asked.length === before) notes.push("a stalled round asked the upstream nothing");
    // What was held back comes through.
    await sleep(STALL_MS);
  }
  return {
    values: stalled.map((time, round) => time / (healthy[round] ?? NaN)),
    details: { healthyMilliseconds: healthy, stalledMilliseconds: stalled },
    notes: [...new Set(notes)],
  };
}

const VISITS = 10_000;
const MINUTE = 60;

/**
 * Ten thousand requests for both tabs, as documents and as data, spread over a minute.
 *
 * @param {Workbench} bench
 * @returns {Promise<Measured>} calls that reached the upstream in that minute
 */
export async function upstreamCalls(bench) {
  const { upstream, server } = await watched(bench);
  const urls = [DASHBOARD, `${DASHBOARD}.data`]
    .flatMap((path) => [path, `${path}?tab=trip`])
    .map((path) => new URL(path, server.url));
  for (const url of urls) await capture(url, ACCEPTED);
  upstream.asked.length = 0;
  bench.say(`asking ${VISITS} times in ${MINUTE} s`);
  const load = await bench.load({
    requests: urls.map((url) => requestText(url, ACCEPTED)),
    port: Number(urls[0]?.port),
    seconds: MINUTE,
    perSecond: VISITS / MINUTE,
  });
  const late = load.seconds > MINUTE * 1.05;
  return {
    values: [upstream.asked.length],
    details: {
      requests: load.answered,
      seconds: load.seconds,
      calls: [...upstream.asked].sort(),
    },
    notes: late
      ? [`the product took ${Math.round(load.seconds)} s to answer the requests of a minute`]
      : [],
  };
}

/** A server with figures that have just been looked at, behind an upstream that is watched. @param {Workbench} bench */
async function watched(bench) {
  const upstream = await bench.keep(startWatchedUpstream((await bench.sandbox()).url));
  const server = await bench.keep(bench.start(upstream.url));
  await capture(new URL(DASHBOARD, server.url), ACCEPTED);
  return { upstream, server };
}
