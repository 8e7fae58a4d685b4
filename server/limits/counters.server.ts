import { AsyncResource } from "node:async_hooks";
import { createHash } from "node:crypto";
import { createBoundedMap } from "../process/memory-bounds.server";

/** A counter. It counts in windows that begin with the first count. */
export interface Counter {
  /** Must not contain private data. */
  name: string;
  /** Number of uses that a window allows. */
  points: number;
  seconds: number;
}

/** The remaining uses of a counter's window, and when the window ends, in milliseconds since 1970. */
export interface CounterWindow {
  left: number;
  until: number;
}

/** Whether all counters were increased, and the windows after that, in the order of the counters. */
export interface Verdict {
  ok: boolean;
  windows: CounterWindow[];
}

/** A store of counts. Takes of the same counters run one after the other, however many arrive at once. */
export interface Counters {
  /** Checks all counters, then increases all; increases none when one is full. */
  take(counters: readonly Counter[]): Promise<Verdict>;
  /** Decreases each counter by one. A count of zero is deleted with its window. */
  giveBack(counters: readonly Counter[]): Promise<void>;
  /** Reads the windows without counting. */
  read(counters: readonly Counter[]): Promise<CounterWindow[]>;
}

/** The index and the end of the full window that ends last; null when no window is full. */
export function longestFull(
  windows: readonly CounterWindow[],
): { index: number; until: number } | null {
  let longest: { index: number; until: number } | null = null;
  for (const [index, { left, until }] of windows.entries()) {
    if (left <= 0 && until > (longest?.until ?? 0)) longest = { index, until };
  }
  return longest;
}

/** Counters in this process, for use without Redis and while Redis is down. */
interface LocalCounters extends Counters {
  /** @param until the latest ends of windows that are opened now, in milliseconds since 1970 */
  take(counters: readonly Counter[], until?: readonly number[]): Promise<Verdict>;
}

/** An open window; `until` in milliseconds since 1970. */
interface Count {
  used: number;
  until: number;
}

const EMPTY_COUNT: Count = { used: 0, until: 0 };

const windowOf = ({ points }: Counter, { used, until }: Count): CounterWindow => {
  return { left: points - used, until };
};

/**
 * Creates counters of this process. Beyond their memory bound the least recently used window is forgotten, and its limit
 * begins anew: a full map never locks anybody out.
 */
export function createLocalCounters(): LocalCounters {
  // Each window keeps its exact end; the cache only removes it some time after that.
  const counts = createBoundedMap<Count>("limitWindows", { ttl: 1, ttlAutopurge: true });
  // The cache sets a timer of up to an hour per window. Without this, timers would keep contexts of requests in memory.
  const outsideRequests = new AsyncResource("local counters");

  function find({ name }: Counter, now: number): Count {
    const count = counts.get(name);
    return count && count.until > now ? count : EMPTY_COUNT;
  }

  function store({ name }: Counter, count: Count, now: number): Count {
    const ttl = Math.max(1, count.until - now);
    outsideRequests.runInAsyncScope(() => counts.set(name, count, { ttl }));
    return count;
  }

  function read(counters: readonly Counter[], now = Date.now()): CounterWindow[] {
    return counters.map((counter) => windowOf(counter, find(counter, now)));
  }

  function take(counters: readonly Counter[], until?: readonly number[]): Verdict {
    const now = Date.now();
    const current = read(counters, now);
    if (longestFull(current) !== null) return { ok: false, windows: current };
    const windows = counters.map((counter, index) => {
      const { used, until: end } = find(counter, now);
      const newEnd = Math.min(now + counter.seconds * 1000, until?.[index] ?? Infinity);
      return windowOf(
        counter,
        store(counter, { used: used + 1, until: used > 0 ? end : newEnd }, now),
      );
    });
    return { ok: true, windows };
  }

  function giveBack(counters: readonly Counter[]): void {
    const now = Date.now();
    for (const counter of counters) {
      const { used, until } = find(counter, now);
      if (used > 1) store(counter, { used: used - 1, until }, now);
      else counts.delete(counter.name);
    }
  }

  // Each method is one atomic step, because none awaits anything.
  return {
    take: (counters, until) => Promise.resolve(take(counters, until)),
    giveBack: (counters) => Promise.resolve(giveBack(counters)),
    read: (counters) => Promise.resolve(read(counters)),
  };
}

/** The share of a limit that one instance allows while Redis is down: half, and at least one. */
export function limitWithoutRedis(points: number): number {
  return Math.ceil(points / 2);
}

/** Prefix that makes these names differ from all other hashes of the same text. */
const DOMAIN = "pulse counter\0";

/**
 * The name under which a private text (a phone number, an OTP session) is counted, the same on every instance.
 *
 * The hash has no key. A key would have to be shared by all instances and outlive each `SESSION_SECRET`, or a rotation
 * would reset every limit; then the key would be stored in Redis beside the names. Without a key, phone numbers are few
 * enough to be tried out by a reader of Redis, who would learn who asked for a code within the last hour. So names live
 * no longer than their counts, and Redis belongs inside the network, behind a password, without dumps.
 */
export function fingerprint(text: string): string {
  return createHash("sha256").update(DOMAIN).update(text).digest("base64url");
}
