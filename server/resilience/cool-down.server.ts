import { createBoundedMap } from "../process/memory-bounds.server";

/** The longest cool-down that an upstream may ask for: 10 minutes. */
export const LONGEST_COOL_DOWN_MS = 600_000;

/**
 * The cool-down that an upstream asks for when it answers 429. Its `Retry-After` header holds seconds or a date
 * (RFC 9110, section 10.2.3).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, at most {@link LONGEST_COOL_DOWN_MS}; undefined when it asks for none
 */
export function readRetryAfter(
  status: number,
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  if (status !== 429 || typeof header !== "string") return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, LONGEST_COOL_DOWN_MS) : undefined;
}

/**
 * Until when upstreams asked this process not to call again. Each key (a phone, a session) cools down by itself: one
 * person's 429 must not stop everybody else's calls.
 */
export interface CoolDowns {
  /** The end of a key's cool-down in milliseconds since 1970; 0 when it has none. */
  until(key: string): number;
  note(key: string, until: number): void;
}

export function createCoolDowns(): CoolDowns {
  const ends = createBoundedMap<number>("coolDowns");
  return {
    until(key) {
      const until = ends.get(key) ?? 0;
      // After the clock was set back, an end that is too far ahead counts as none.
      return until > Date.now() && until <= Date.now() + LONGEST_COOL_DOWN_MS ? until : 0;
    },
    note: (key, until) => void ends.set(key, until),
  };
}
