import { STATUS_CODES } from "node:http";

/** Maximum length of an upstream's message that visitors see, in characters. */
const MAX_TEXT = 200;

/** Printable ASCII with single inner spaces, like nearly every id, wallet and country: needs no cleaning. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** Message of a failure for which the upstream gives no message. */
export const API_REQUEST_FAILED = "API request failed";

/**
 * Makes an upstream's text safe to show: one line, no control or invisible formatting characters, bounded length.
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
 * The text in an upstream's body under the first of the given keys that has one, as a string or as `{message}`.
 *
 * @param body any parsed JSON
 * @param keys in order of preference
 */
export function textFromBody(body: unknown, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = property(body, key);
    const text = typeof value === "string" ? value : property(value, "message");
    const line = typeof text === "string" ? screenText(text) : null;
    if (line) return line;
  }
  return null;
}

/** Such as `HTTP error 503: service unavailable`: the status, and the body's message or else the status's name. */
export function httpErrorText(status: number, body: unknown): string {
  const message = textFromBody(body, ["message", "error"]) ?? STATUS_CODES[status];
  return message ? `HTTP error ${status}: ${message}` : `HTTP error ${status}`;
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? // The check above makes sure that the key is an own property.
      (value as Record<string, unknown>)[key]
    : undefined;
}
