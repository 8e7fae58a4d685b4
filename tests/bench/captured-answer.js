import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {[string, string][]} headers as they were sent, without those of the connection
 * @property {Buffer} body as it was sent, compressed or not
 */

/** What Node itself adds to an answer, or says of the connection. */
const OF_THE_CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** A page that is kept is compressed as far as it goes beside what was sent first. */
const SETTLED_AFTER_MS = 1_000;

/**
 * Takes one answer as it comes over the connection, for a baseline to send the same: one that is as long as
 * another of a moment before.
 *
 * @param {URL} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Answer>}
 */
export async function capture(url, headers = {}) {
  for (let before = -1; ; await setTimeout(SETTLED_AFTER_MS)) {
    const answer = await captureOnce(url, headers);
    if (Math.abs(answer.body.length - before) <= before / 100) return answer;
    before = answer.body.length;
  }
}

/** @param {URL} url @param {Record<string, string>} headers @returns {Promise<Answer>} */
async function captureOnce(url, headers) {
  const [message] = await once(get(url, { headers, agent: false }), "response");
  const response = /** @type {import("node:http").IncomingMessage} */ (message);
  const body = await buffer(response);
  /** @type {[string, string][]} */
  const sent = [];
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = response.rawHeaders.slice(index, index + 2);
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) sent.push([name, value]);
  }
  return { status: response.statusCode ?? 0, headers: sent, body };
}

/** @param {Answer} answer @param {string} name @returns {string | undefined} */
export function headerOf({ headers }, name) {
  return headers.find(([sent]) => sent.toLowerCase() === name)?.[1];
}
