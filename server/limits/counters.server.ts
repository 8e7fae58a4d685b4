import { AsyncResource } from "node:async_hooks";
import { createHash } from "node:crypto";
import { createBoundedMap } from "../process/memory-bounds.server";

/** One thing that is counted, in windows that begin with the first count. */
export interface Counter {
  /** Contains nothing private. */
  name: string;
  /** How many a window lets through. */
  points: number;
  seconds: number;
}

/** What a counter's window still lets through, and when it ends, in milliseconds since 1970. */
export interface CounterWindow {
  left: number;
  until: number;
}

/** Whether all were counted, and the windows after that, in the order of their counters. */
export interface Verdict {
  ok: boolean;
  windows: CounterWindow[];
}

/** A place where counts are kept. Takes of the same counters run one after the other, however many come at once. */
export interface Counters {
  /** Checks all, then counts all; counts none when one is full. */
  take(counters: readonly Counter[]): Promise<Verdict>;
  /** Takes one count back from each; a count back to zero is forgotten with its window. */
  giveBack(counters: readonly Counter[]): Promise<void>;
  /** The windows without a count. */
  read(counters: readonly Counter[]): Promise<CounterWindow[]>;
}

/** The index and the end of the full window that ends last; null when none is full. */
export function longestFull(
  windows: readonly CounterWindow[],
): { index: number; until: number } | null {
  let longest: { index: number; until: number } | null = null;
  for (const [index, { left, until }] of windows.entries()) {
    if (left <= 0 && until > (longest?.until ?? 0)) longest = { index, until };
  }
  return longest;
}

/** Counts in this process, for use without Redis and while Redis is away. */
interface LocalCounters extends Counters {
  /** @param until the latest ends of windows that are opened now, in milliseconds since 1970 */
  take(counters: readonly Counter[], until?: readonly number[]): Promise<Verdict>;
}

/** An open window; `until` in milliseconds since 1970. */
interface Count {
  used: number;
  until: number;
}

const NOTHING: Count = { used: 0, until: 0 };

const windowOf = ({ points }: Counter, { used, until }: Count): CounterWindow => {
  return { left: points - used, until };
};

/**
 * @param name the bound beyond which the window that was unused for longest is forgotten. Its limit begins anew: a full
 *   map never locks anybody out
 */
export function createLocalCounters(
  name: "limitWindows" | "reportWindows" = "limitWindows",
): LocalCounters {
  // Each window keeps its exact end; the cache only removes it some time after that.
  const counts = createBoundedMap<Count>(name, { ttl: 1, ttlAutopurge: true });
  // The cache sets a timer of up to an hour for each window, which would keep the context of its request in memory.
  const nobodysRequest = new AsyncResource("local counters");

  function find({ name }: Counter, now: number): Count {
    const count = counts.get(name);
    return count && count.until > now ? count : NOTHING;
  }

  function keep({ name }: Counter, count: Count, now: number): Count {
    const ttl = Math.max(1, count.until - now);
    nobodysRequest.runInAsyncScope(() => counts.set(name, count, { ttl }));
    return count;
  }

  function read(counters: readonly Counter[], now = Date.now()): CounterWindow[] {
    return counters.map((counter) => windowOf(counter, find(counter, now)));
  }

  function take(counters: readonly Counter[], until?: readonly number[]): Verdict {
    const now = Date.now();
    const found = read(counters, now);
    if (longestFull(found) !== null) return { ok: false, windows: found };
    const windows = counters.map((counter, index) => {
      const { used, until: end } = find(counter, now);
      const opened = Math.min(now + counter.seconds * 1000, until?.[index] ?? Infinity);
      return windowOf(
        counter,
        keep(counter, { used: used + 1, until: used > 0 ? end : opened }, now),
      );
    });
    return { ok: true, windows };
  }

  function giveBack(counters: readonly Counter[]): void {
    const now = Date.now();
    for (const counter of counters) {
      const { used, until } = find(counter, now);
      if (used > 1) keep(counter, { used: used - 1, until }, now);
      else counts.delete(counter.name);
    }
  }

  // Each of these is one atomic step, because none awaits anything.
  return {
    take: (counters, until) => Promise.resolve(take(counters, until)),
    giveBack: (counters) => Promise.resolve(giveBack(counters)),
    read: (counters) => Promise.resolve(read(counters)),
  };
}

/** How much of a limit one instance lets through while Redis is away: half, and at least one. */
export function pointsAlone(points: number): number {
  return Math.ceil(points / 2);
}

/** Keeps these names apart from all other hashes of the same text. */
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
