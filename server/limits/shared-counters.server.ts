import type { Logger } from "../process/logger.server";
import { createBoundedMap } from "../process/memory-bounds.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import {
  createLocalCounters,
  longestFull,
  pointsAlone,
  type Counter,
  type Counters,
  type Verdict,
} from "./counters.server";
import { createRedisCounters, type Owed } from "./redis-counters.server";

/** How many counts are handed over in one step, so that other commands do not wait long for it. */
const HANDED_OVER_AT_ONCE = 200;

/**
 * Counts in Redis and in this process at the same time:
 * - both have to allow a use, so that a flushed or exchanged Redis lets no more through here than one process would;
 * - while Redis is away this process counts alone, with a share of each limit;
 * - these counts are handed over when Redis is back.
 */
export function createSharedCounters(redis: Redis, logger: Pick<Logger, "info">): Counters {
  const shared = createRedisCounters(redis);
  const local = createLocalCounters();
  const owed = createBoundedMap<Owed>("owedCounts");

  function owe({ name, count, until }: Owed): void {
    const before = owed.get(name);
    const sum = before ? { ...before, count: before.count + count } : { name, count, until };
    owed.set(name, sum, { ttl: Math.max(1, sum.until - Date.now()) });
  }

  async function handOver(): Promise<void> {
    const all = [...owed.values()];
    for (let from = 0; from < all.length; from += HANDED_OVER_AT_ONCE) {
      const some = all.slice(from, from + HANDED_OVER_AT_ONCE);
      for (const { name } of some) owed.delete(name);
      const still = () => some.forEach(owe);
      await ifThere(shared.add(some), still);
    }
    if (all.length > 0) logger.info({ counters: all.length }, "limits: handed over to redis");
  }
  redis.onUp(() => void handOver());

  const alone = (counters: readonly Counter[]) =>
    counters.map((one) => ({ ...one, points: pointsAlone(one.points) }));

  async function takeAlone(counters: readonly Counter[]): Promise<Verdict> {
    const verdict = await local.take(alone(counters));
    if (!verdict.ok) return verdict;
    for (const [i, { name }] of counters.entries())
      owe({ name, count: 1, until: verdict.windows[i]?.until ?? 0 });
    return verdict;
  }

  async function takeShared(counters: readonly Counter[]): Promise<Verdict> {
    const verdict = await shared.take(counters);
    if (!verdict.ok) return verdict;
    const own = await local.take(
      counters,
      verdict.windows.map(({ until }) => until),
    );
    // Uses at the same moment may have filled the limit here, or Redis was emptied.
    if (!own.ok) await ifThere(shared.giveBack(counters), () => undefined);
    return own.ok ? verdict : own;
  }

  return {
    async take(counters) {
      const windows = await local.read(counters);
      if (longestFull(windows) !== null) return { ok: false, windows };
      return ifThere(takeShared(counters), () => takeAlone(counters));
    },

    async giveBack(counters) {
      await local.giveBack(counters);
      const inRedis = counters.filter(({ name }) => {
        const one = owed.get(name);
        if (one?.count === 1) owed.delete(name);
        else if (one) owe({ ...one, count: -1 });
        return !one;
      });
      // A count that cannot be taken back because Redis is away ends with its window.
      if (inRedis.length > 0) await ifThere(shared.giveBack(inRedis), () => undefined);
    },

    async read(counters) {
      const own = await local.read(counters);
      if (longestFull(own) !== null) return own;
      const others = await ifThere(shared.read(counters), () => local.read(alone(counters)));
      // A Redis that was emptied knows less than this instance.
      return own.map((window, index) => {
        const other = others[index] ?? window;
        return window.left < other.left ? window : other;
      });
    },
  };
}
