import { createBoundedMap } from "../process/memory-bounds.server";

/** The longest cool-down that an upstream may ask for: 10 minutes, as long as a code is valid. */
export const LONGEST_COOL_DOWN_MS = 600_000;

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

export type CoolDowns = ReturnType<typeof createCoolDowns>;

/**
 * The times until which upstreams asked this process not to call again. Each key (a phone, a session) has its own
 * cool-down: one person's 429 must not stop other people's calls.
 */
export function createCoolDowns() {
  const endTimes = createBoundedMap<number>("coolDowns");
  return {
    /** The end of a key's cool-down in milliseconds since 1970; 0 when the key has no cool-down. */
    until(key: string): number {
      const until = endTimes.get(key) ?? 0;
      return until > Date.now() ? until : 0;
    },
    note: (key: string, until: number) => void endTimes.set(key, until),
  };
}
