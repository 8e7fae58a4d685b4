import autocannon from "autocannon";

/**
 * @typedef {object} Measure
 * @property {number} requestsPerSecond mean over the run
 * @property {number} p99 milliseconds
 * @property {number} requests answered in the run
 */

/**
 * Asks one URL as fast as it answers.
 *
 * @param {string} url
 * @param {{ seconds: number, connections?: number }} options
 * @returns {Promise<Measure>}
 * @throws when any answer is not 2xx: a fast error page is no measurement
 */
export async function load(url, { seconds, connections = 32 }) {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0" },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers outside 2xx, ${result.errors} errors`);
  }
  return {
    requestsPerSecond: result.requests.average,
    p99: result.latency.p99,
    requests: result.requests.total,
  };
}

/** @param {number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
