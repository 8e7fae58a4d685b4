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
