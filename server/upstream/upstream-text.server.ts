import { STATUS_CODES } from "node:http";

/** Maximum length of an upstream's message that visitors see, in characters. */
const MAX_TEXT = 200;

/** Message of a failure for which the upstream gives no message. */
export const API_REQUEST_FAILED = "API request failed";

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

/** Such as `HTTP error 503: service unavailable`: the status, and the body's words or else the status's name. */
export function httpErrorText(status = 0, words: string | null = null): string {
  const text = words ?? STATUS_CODES[status];
  return text ? `HTTP error ${status}: ${text}` : `HTTP error ${status}`;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? // Any key of an object may be read.
      (value as Record<string, unknown>)
    : {};
}
