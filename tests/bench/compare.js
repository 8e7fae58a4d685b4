import { cpuSeconds } from "./cores.js";
import { requestText } from "./load-generator.js";
import { median } from "./statistics.js";

/**
 * @typedef {object} Side one of the two that are compared
 * @property {string} name
 * @property {number} pid of the process whose CPU is counted
 * @property {URL} url
 * @property {URL[]} [inTurn] asked one after the other in the place of the one above
 * @property {Record<string, string>} headers of the request
 * @property {number} [status] of every answer
 * @property {number | undefined} [bytes] of a body, where all answers have the same
 *
 * @typedef {object} Measured
 * @property {number[]} values one of each round, in the unit of the row
 * @property {number[] | undefined} [byCpu] the same by CPU time of the server instead of the clock
 * @property {Record<string, unknown>} [details]
 * @property {string[]} [notes]
 */

/** A process that used this share of its core, or more, set the pace. */
const SATURATED = 0.9;

const WARM_UP_SECONDS = 1;

/** Bodies differ a little in what is different each time: a nonce, a time, the framing of chunks. */
const BYTES_TOLERANCE = { share: 0.02, bytes: 64 };

/**
 * Asks two servers in turns, as fast as they answer: a noisy minute of the machine hits both.
 *
 * @param {import("./workbench.js").Workbench} bench
 * @param {Side} ours
 * @param {Side} baseline
 * @returns {Promise<Measured>} requests per second of ours, divided by the baseline's
 * @throws when either answers with another status or number of bytes than it should
 */
export async function compareThroughput(bench, ours, baseline) {
  for (const side of [ours, baseline]) await sample(bench, side, WARM_UP_SECONDS);
  /** @type {{ ours: Sample[], baseline: Sample[] }} */
  const samples = { ours: [], baseline: [] };
  for (let round = 0; round < bench.rounds; round += 1) {
    samples.ours.push(await sample(bench, ours, bench.seconds));
    samples.baseline.push(await sample(bench, baseline, bench.seconds));
  }
  const ratios = (/** @type {"perSecond" | "perCpuSecond"} */ key) =>
    samples.ours.map((sampled, round) => sampled[key] / (samples.baseline[round]?.[key] ?? NaN));
  const byCpu = ratios("perCpuSecond");
  return {
    values: ratios("perSecond"),
    byCpu: byCpu.some(Number.isNaN) ? undefined : byCpu,
    details: { ours: summary(samples.ours), baseline: summary(samples.baseline) },
    notes: notesOn([ours, baseline], [samples.ours, samples.baseline]),
  };
}

/** @typedef {Awaited<ReturnType<typeof sample>>} Sample */

/** @param {import("./workbench.js").Workbench} bench @param {Side} side @param {number} seconds */
async function sample(bench, side, seconds) {
  const { pid, url, inTurn = [url], headers, status, bytes } = side;
  const requests = inTurn.map((one) => requestText(one, headers));
  const before = cpuSeconds(pid);
  const load = await bench.load({ requests, port: Number(url.port), seconds, status });
  const cpu = cpuSeconds(pid) - before;
  if (bytes !== undefined) checkBytes(side, bytes, load.bytesPerAnswer);
  return {
    perSecond: load.answered / load.seconds,
    perCpuSecond: load.answered / cpu,
    p99: load.p99,
    serverBusy: cpu / load.seconds,
    generatorBusy: load.busy,
  };
}

/** @param {Side} side @param {number} expected @param {number} sent */
function checkBytes({ name, url }, expected, sent) {
  const { share, bytes } = BYTES_TOLERANCE;
  if (Math.abs(sent - expected) <= expected * share + bytes) return;
  throw new Error(
    `${name} sent ${Math.round(sent)} bytes for ${url.pathname}, not ${Math.round(expected)}`,
  );
}

/** @param {Sample[]} samples */
function summary(samples) {
  const middle = (/** @type {keyof Sample} */ key) => median(samples.map((one) => one[key]));
  return {
    requestsPerSecond: Math.round(middle("perSecond")),
    requestsPerCpuSecond: Math.round(middle("perCpuSecond")),
    p99Milliseconds: Number(middle("p99").toFixed(2)),
    serverBusy: Number(middle("serverBusy").toFixed(2)),
    generatorBusy: Number(middle("generatorBusy").toFixed(2)),
  };
}

/**
 * What the ratio by the clock has to be believed less for: the slower of two processes that share the work of a
 * request sets its pace, and here that should be the server.
 *
 * @param {Side[]} sides
 * @param {Sample[][]} samples of each
 */
function notesOn(sides, samples) {
  const waited = sides.flatMap(({ name }, index) => {
    const busy = (/** @type {"serverBusy" | "generatorBusy"} */ key) =>
      median((samples[index] ?? []).map((one) => one[key]));
    if (!(busy("serverBusy") < SATURATED)) return [];
    return {
      text: `${name} was busy for ${Math.round(busy("serverBusy") * 100)}% of the time`,
      generator: busy("generatorBusy") >= SATURATED,
    };
  });
  if (waited.length === 0) return [];
  const why = waited.some(({ generator }) => generator)
    ? "the generator was saturated first"
    : "other programs had the rest of the machine";
  return [`${waited.map(({ text }) => text).join(", ")}: ${why}; believe the ratio by CPU`];
}
