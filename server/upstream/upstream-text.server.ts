import { STATUS_CODES } from "node:http";

/** Longest message of an upstream that reaches the screen, in characters. */
const MAX_TEXT = 200;

/** Printable ASCII with single spaces inside: fit as it is, like nearly every id, wallet and country. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** What a failure is called when the upstream gives it no name. */
export const API_REQUEST_FAILED = "API request failed";

/**
 * Makes an upstream's text fit for the screen: one line, no control or invisible formatting characters, bounded.
 *
 * @param maxLength in characters
 * @returns the text, or null when nothing readable is left
 */
export function screenText(text: string, maxLength = MAX_TEXT): string | null {
  if (text.length <= maxLength && PLAIN_LINE.test(text)) return text;
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  return Array.from(line).slice(0, maxLength).join("") || null;
}

/**
 * The text that an upstream's body states under one of the given keys, as a text or as `{message}`.
 *
 * @param body any parsed JSON
 * @param keys in order of preference
 */
export function statedText(body: unknown, keys: readonly string[]): string | null {
  for (const key of keys) {
    const stated = property(body, key);
    const text = typeof stated === "string" ? stated : property(stated, "message");
    const shown = typeof text === "string" ? screenText(text) : null;
    if (shown) return shown;
  }
  return null;
}

/** `HTTP error 503: service unavailable`: the status and the body's message, else the status' own name. */
export function httpErrorText(status: number, body: unknown): string {
  const message = statedText(body, ["message", "error"]) ?? STATUS_CODES[status];
  return message ? `HTTP error ${status}: ${message}` : `HTTP error ${status}`;
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? // An own property of an object may be read under any name.
      (value as Record<string, unknown>)[key]
    : undefined;
}
