import { createBoundedMap } from "../process/memory-bounds.server";

/** No upstream is left alone for longer, whatever it asks for: 10 minutes. */
export const LONGEST_PAUSE_MS = 600_000;

/**
 * For how long an upstream that answered 429 asks to be left alone (RFC 9110, section 10.2.3: seconds or a date).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, at most {@link LONGEST_PAUSE_MS}; undefined when it does not ask
 */
export function retryAfterMs(
  status: number,
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  if (status !== 429 || typeof header !== "string") return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : undefined;
}

/**
 * What an upstream wants to be left alone with, until when, as this process was told. Each thing by itself: one
 * person's refusal must not stop everybody else's calls.
 */
export interface RetryPauses {
  /** Milliseconds since 1970 until which a thing is left alone; 0 when it need not be. */
  until(key: string): number;
  note(key: string, until: number): void;
}

export function createRetryPauses(): RetryPauses {
  const rests = createBoundedMap<number>("retryPauses");
  return {
    until(key) {
      const until = rests.get(key) ?? 0;
      // A clock that was set back frees it.
      return until > Date.now() && until <= Date.now() + LONGEST_PAUSE_MS ? until : 0;
    },
    note: (key, until) => void rests.set(key, until),
  };
}
