/**
 * The value of a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, at least one.
 *
 * @param until milliseconds since 1970, as is `now`
 */
export function retryAfter(until: number, now = Date.now()): string {
  return String(Math.max(1, Math.ceil((until - now) / 1000)));
}
