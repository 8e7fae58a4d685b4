/**
 * The value of a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, at least one.
 *
 * @param until milliseconds since 1970, as is `now`
 */
export function retryAfter(until: number, now = Date.now()): string {
  return String(Math.max(1, Math.ceil((until - now) / 1000)));
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
