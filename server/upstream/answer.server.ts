import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import type { z } from "zod";
import { errorCode, invalidAnswer, tooLarge, UpstreamError } from "./upstream-error.server";

const unzip = promisify(gunzip);

/** Most bytes of an answer, as sent and after decompression: up to 500 trips, of some hundred bytes each. */
export const ANSWER_LIMIT = 4.25 * 1024 * 1024;

/**
 * Reads one JSON answer of a client that sets `maxResponseSize`, plain or as gzip. A byte order mark is skipped;
 * integers of more than 15 digits, which JavaScript would round, are returned as strings.
 *
 * @returns the parsed JSON; undefined for an empty body, and for a failure (status 300 and above) that is not JSON
 * @throws UpstreamError `too-large` beyond the bound, `invalid` when a success is no JSON; else the connection's error
 */
export async function readAnswerBody({
  body,
  headers,
  statusCode,
}: Dispatcher.ResponseData): Promise<unknown> {
  const isGzip = /gzip/i.test(String(headers["content-encoding"]).slice(0, 100));
  try {
    const sent = await body.bytes();
    return parseJson(isGzip ? await unzip(sent, { maxOutputLength: ANSWER_LIMIT }) : sent);
  } catch (error) {
    const failure = failureOf(error);
    // The body of a failure may be a proxy's HTML page of any size. The status is sufficient.
    if (statusCode >= 300 && failure instanceof UpstreamError) return undefined;
    throw failure;
  }
}

function failureOf(error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof RangeError || code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return tooLarge();
  return code?.startsWith("Z_") || error instanceof SyntaxError ? invalidAnswer(error) : error;
}

/** A string, or an integer of 16 digits and more. A string that does not end matches too: the work stays linear. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Where an integer of 16 digits may stand. Wallets have that many digits too, and are not worth a closer look. */
const MAY_BE_LONG = /[:,[]\s*-?\d{16}/;

/** @throws SyntaxError */
function parseJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text === "") return undefined;
  const quoted = (found: string) => (found.startsWith('"') ? found : `"${found}"`);
  return JSON.parse(MAY_BE_LONG.test(text) ? text.replace(STRING_OR_LONG_INTEGER, quoted) : text);
}

/** Checks an answer against its schema. @throws UpstreamError `invalid` */
export function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = schema.safeParse(answer);
  if (!success) throw invalidAnswer(error);
  return data;
}

/**
 * Flattens an answer, so that a flat answer and one in the core API's envelope look the same.
 *
 * @param body parsed JSON, such as `{message, sessionId}` or `{success, data: {sessionId}, message}`
 * @returns the outer fields, overridden by those of `data`, except for the envelope's `success`
 */
export function flattened(body: unknown): Record<string, unknown> {
  const outer = record(body);
  return { ...outer, ...record(outer.data), success: outer.success };
}

/** What an upstream's body says: its `message` or `error`, as a string or as `{message}`; null when it says nothing. */
export function wordsIn(body: unknown): string | null {
  const { message, error } = flattened(body);
  for (const value of [message, error]) {
    const text = typeof value === "string" ? value : record(value).message;
    const line = typeof text === "string" ? screenText(text) : null;
    if (line) return line;
  }
  return null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? // Any key of an object may be read.
      (value as Record<string, unknown>)
    : {};
}

/** Maximum length of an upstream's message that visitors see, in characters. */
const MAX_TEXT = 200;

/**
 * Makes an upstream's text safe to show: one line, no control or invisible formatting characters, bounded length.
 *
 * @param maxLength in characters
 * @returns the text, or null when nothing readable is left
 */
export function screenText(text: string, maxLength = MAX_TEXT): string | null {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const cut = line.length <= maxLength ? line : Array.from(line).slice(0, maxLength).join("");
  return cut || null;
}

/** Hides secrets in an upstream's words, the longest first: one may contain another. Words that were cut may end within one. */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const hide = (text: string, secret: string): string => {
    const whole = text.replaceAll(secret, "•••");
    for (let length = words.length < MAX_TEXT ? 0 : secret.length - 1; length >= 4; length -= 1) {
      if (whole.endsWith(secret.slice(0, length))) return `${whole.slice(0, -length)}•••`;
    }
    return whole;
  };
  return secrets.toSorted((a, b) => b.length - a.length).reduce(hide, words);
}

/** The longest cool-down that an upstream may ask for: an hour. */
export const LONGEST_COOL_DOWN_MS = 3_600_000;

/**
 * The cool-down that an upstream asks for when it answers 429 or 503. Its `Retry-After` header holds seconds or a date
 * (RFC 9110, section 10.2.3).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, at most {@link LONGEST_COOL_DOWN_MS}; undefined when the upstream asks for no cool-down
 */
export function readRetryAfter(
  status: number,
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  if (![429, 503].includes(status) || typeof header !== "string") return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, LONGEST_COOL_DOWN_MS) : undefined;
}
