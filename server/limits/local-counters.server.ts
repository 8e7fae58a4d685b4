import { AsyncResource } from "node:async_hooks";
import {
  fewestLeft,
  longestFull,
  type Count,
  type Counter,
  type Counters,
  type Verdict,
} from "./counters.server";
import { createBoundedMap, memoryBounds, type MemoryBound } from "../process/memory-bounds.server";

/** Counts in this process, for those who have no Redis and for those whose Redis is away. */
export interface LocalCounters extends Counters {
  /** @param until when windows end that are opened now, in milliseconds since 1970; their own time unless told */
  take(counters: readonly Counter[], until?: readonly number[]): Promise<Verdict>;
}

const NOTHING: Count = { used: 0, until: 0 };

/**
 * @param bound beyond it the window that nobody has asked for longest is forgotten: its limit begins anew, so that no
 *   bound ever locks anybody out
 */
export function createLocalCounters(bound: MemoryBound = memoryBounds.limitWindows): LocalCounters {
  // Each window holds its end itself, so that every question gets the same; the cache only forgets it afterwards.
  const windows = createBoundedMap<Count>("limitWindows", { ttl: 1, ttlAutopurge: true }, bound);
  // The cache sets a timer for each window, up to an hour long, which would keep the request that it was set in.
  const nobodysRequest = new AsyncResource("local counters");

  function read({ name }: Counter, now: number): Count {
    const count = windows.get(name);
    return count && count.until > now ? count : NOTHING;
  }

  function write({ name }: Counter, count: Count, now: number): void {
    const ttl = Math.max(1, count.until - now);
    nobodysRequest.runInAsyncScope(() => windows.set(name, count, { ttl }));
  }

  function freeAt(counters: readonly Counter[], now: number) {
    return longestFull(
      counters,
      counters.map((one) => read(one, now)),
    );
  }

  function take(counters: readonly Counter[], until?: readonly number[]): Verdict {
    const now = Date.now();
    const full = freeAt(counters, now);
    if (full !== null) return { ok: false, ...full };
    const counts = counters.map((counter, index) => {
      const { used, until: end } = read(counter, now);
      const opened = Math.min(now + counter.seconds * 1000, until?.[index] ?? Infinity);
      const count = { used: used + 1, until: used > 0 ? end : opened };
      write(counter, count, now);
      return count;
    });
    return {
      ok: true,
      left: counters.map(({ points }, index) => points - (counts[index]?.used ?? 0)),
      until: counts.map((count) => count.until),
    };
  }

  function giveBack(counters: readonly Counter[]): void {
    const now = Date.now();
    for (const counter of counters) {
      const { used, until } = read(counter, now);
      if (used > 1) write(counter, { used: used - 1, until }, now);
      else windows.delete(counter.name);
    }
  }

  // Each is one step, because nothing in it waits.
  return {
    take: (counters, until) => Promise.resolve(take(counters, until)),
    giveBack: (counters) => Promise.resolve(giveBack(counters)),
    freeAt: (counters) => Promise.resolve(freeAt(counters, Date.now())?.until ?? 0),
    left(counters) {
      const now = Date.now();
      const counts = counters.map((one) => read(one, now));
      return Promise.resolve(fewestLeft(counters, counts));
    },
  };
}
