import { createHash } from "node:crypto";

/** One thing that is counted, in windows that begin with the first count. */
export interface Counter {
  /** Holds nothing private. */
  name: string;
  /** How many a window lets through. */
  points: number;
  seconds: number;
}

/**
 * `left`: what each counter still lets through, `until` when each window ends. `full`: the index of the one that says
 * no for the longest time, `until` when that ends. Ends are in milliseconds since 1970.
 */
export type Verdict =
  | { ok: true; left: number[]; until: number[] }
  | { ok: false; full: number; until: number };

/** Where counts live. Takes of the same counters, however many at once, come one after the other. */
export interface Counters {
  /** Checks all, then counts all; counts none when one is full. */
  take(counters: readonly Counter[]): Promise<Verdict>;
  /** Takes one count back from each; a count back to zero is forgotten with its window. */
  giveBack(counters: readonly Counter[]): Promise<void>;
  /** From when on {@link take} would let all through: milliseconds since 1970; 0 when it would now. */
  freeAt(counters: readonly Counter[]): Promise<number>;
  /** How often {@link take} would still let all through. */
  left(counters: readonly Counter[]): Promise<number>;
}

/** A counter's window as it is found; `until` in milliseconds since 1970. */
export interface Count {
  used: number;
  until: number;
}

/** What says no for the longest time; null when nothing does. */
export function longestFull(
  counters: readonly Counter[],
  counts: readonly Count[],
): { full: number; until: number } | null {
  let longest: { full: number; until: number } | null = null;
  for (const [full, { used, until }] of counts.entries()) {
    const isFull = used >= (counters[full]?.points ?? Infinity);
    if (isFull && until > (longest?.until ?? 0)) longest = { full, until };
  }
  return longest;
}

/** What the counter that lets the fewest through still lets through. */
export function fewestLeft(counters: readonly Counter[], counts: readonly Count[]): number {
  const left = counters.map(({ points }, index) => points - (counts[index]?.used ?? 0));
  return Math.max(0, Math.min(...left));
}

/** What of a limit one instance lets through while it cannot ask the others: half, and never none. */
export function pointsAlone(points: number): number {
  return Math.ceil(points / 2);
}

/** Nothing else that hashes a phone number gets the same name. */
const DOMAIN = "pulse counter\0";

/**
 * The name under which something private (a phone number, an OTP session) is counted, the same on every instance.
 *
 * It has no key. A key would have to be shared by all instances and outlive each `SESSION_SECRET`, or a rotation
 * would hand out every limit anew; then it would lie in Redis beside the names. Without one, phone numbers are few
 * enough to be tried out by whoever can read Redis: they would learn who asked for a code within the last hour. So
 * names live no longer than their counts, and Redis belongs inside the network, behind a password, without dumps.
 */
export function fingerprint(text: string): string {
  return createHash("sha256").update(DOMAIN).update(text).digest("base64url");
}
