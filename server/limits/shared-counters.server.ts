import { z } from "zod";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript, type LuaScript } from "../redis/lua-script.server";
import { withFallback } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import {
  createLocalCounters,
  longestFull,
  limitWithoutRedis,
  type Counter,
  type Counters,
  type CounterWindow,
  type Verdict,
} from "./counters.server";

/** A count of this process that Redis does not have yet; `until` is the end of its window, in epoch milliseconds. */
interface PendingCount {
  name: string;
  count: number;
  until: number;
}

/**
 * Lua code that answers the time, whether all counters were increased, and each window's count and end. It uses only
 * the server's clock, so that instances agree when a window ends. Redis reports the remaining time of a key, and before 7.2
 * its clock advances within a script: an end is right if clock and remaining time are of the same millisecond.
 */
const REPORT = `
local function clock()
  ${LUA_NOW}
  return now
end
local function endOf(key)
  local now, left
  repeat
    now = clock()
    left = redis.call('PTTL', key)
  until clock() == now
  return now + math.max(0, left)
end
local report = { clock(), counted }
for i = 1, #KEYS - 1 do
  table.insert(report, tonumber(redis.call('GET', KEYS[i]) or '0'))
  table.insert(report, endOf(KEYS[i]))
end
return report`;

/** Key of the sorted set of all windows by their ends. Scripts get it as the last key. */
const INDEX = "limits";

/** Lifetime of the index: a day, the longest window that another release may have added. */
const LONGEST_WINDOW_MS = 86_400_000;

/** Lua code that deletes the windows that end soonest beyond the index's bound, so that visitors cannot fill Redis. */
const BOUND = `
${LUA_NOW}
local index = KEYS[#KEYS]
local function forget()
  redis.call('ZREMRANGEBYSCORE', index, '-inf', now)
  local over = redis.call('ZCARD', index) - ${sharedBounds.limitWindows.keys}
  local soonest = over > 0 and redis.call('ZPOPMIN', index, over) or {}
  for i = 1, #soonest, 2 do redis.call('DEL', soonest[i]) end
  redis.call('PEXPIRE', index, ${LONGEST_WINDOW_MS})
end`;

const TAKE = luaScript(
  "limits-take",
  `${BOUND}
local counted = 1
for i = 1, #KEYS - 1 do
  if tonumber(redis.call('GET', KEYS[i]) or '0') >= tonumber(ARGV[2 * i - 1]) then counted = 0 end
end
if counted == 1 then
  for i = 1, #KEYS - 1 do
    if redis.call('INCR', KEYS[i]) == 1 then
      redis.call('PEXPIRE', KEYS[i], ARGV[2 * i])
      redis.call('ZADD', index, now + ARGV[2 * i], KEYS[i])
    end
  end
  forget()
end
${REPORT}`,
);

const READ = luaScript("limits-read", `local counted = 0${REPORT}`);

const GIVE_BACK = luaScript(
  "limits-give-back",
  `for _, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 and redis.call('DECR', key) <= 0 then redis.call('DEL', key) end
end`,
);

const ADD = luaScript(
  "limits-add",
  `${BOUND}
for i = 1, #KEYS - 1 do
  redis.call('INCRBY', KEYS[i], ARGV[2 * i - 1])
  if redis.call('PTTL', KEYS[i]) < 0 then
    redis.call('PEXPIREAT', KEYS[i], ARGV[2 * i])
    redis.call('ZADD', index, ARGV[2 * i], KEYS[i])
  end
end
forget()`,
);

/** Smaller differences between clocks are ignored, so that all instances report the same end of a window. */
const ONE_CLOCK_MS = 1_000;

/**
 * How far this instance's clock is ahead of the clock of Redis, in milliseconds.
 *
 * @param ahead the previous difference; it is returned if it is consistent with the answer, however long that took
 * @param redisClock the time of Redis at some moment between `sentAt` and `receivedAt` of this instance's clock
 */
export function clockAhead(ahead: number, redisClock: number, sentAt: number, receivedAt: number) {
  const [min, max] = [sentAt - redisClock, receivedAt - redisClock];
  const possible = ahead >= min - ONE_CLOCK_MS && ahead <= max + ONE_CLOCK_MS;
  return possible ? ahead : Math.round((min + max) / 2);
}

const reportReply = z.array(z.number());

const keyOf = ({ name }: { name: string }) => `limit:${name}`;
const withIndex = (windows: readonly { name: string }[]) => [...windows.map(keyOf), INDEX];

/** Creates counters in Redis alone. All methods reject with a RedisError while Redis is down. */
function createRedisCounters(redis: Redis) {
  let aheadMs = 0;

  async function ask(script: LuaScript, counters: readonly Counter[]): Promise<Verdict> {
    const args = counters.flatMap(({ points, seconds }) => [points, seconds * 1000]);
    const sentAt = Date.now();
    const answer = reportReply.parse(await redis.script(script, withIndex(counters), args));
    const [now = 0, counted = 0, ...counts] = answer;
    aheadMs = clockAhead(aheadMs, now, sentAt, Date.now());
    const windows = counters.map(({ points }, index): CounterWindow => {
      const [used = 0, until = 0] = counts.slice(2 * index);
      return { left: points - used, until: until + aheadMs };
    });
    return { ok: counted === 1, windows };
  }

  return {
    take: (counters: readonly Counter[]) => ask(TAKE, counters),
    read: async (counters: readonly Counter[]) => (await ask(READ, counters)).windows,
    async giveBack(counters: readonly Counter[]) {
      await redis.script(GIVE_BACK, counters.map(keyOf), []);
    },
    /** Adds counts without checking limits. */
    async add(pending: readonly PendingCount[]) {
      await ask(READ, []); // sets `aheadMs`, which is unknown if Redis was down until now
      const args = pending.flatMap(({ count, until }) => [count, until - aheadMs]);
      await redis.script(ADD, withIndex(pending), args);
    },
  };
}

/** Number of counts that are handed over in one step, so that other commands do not wait long. */
const HANDOVER_BATCH = 200;

/**
 * Counts in Redis and in this process at the same time:
 * - both must allow a use, so that with a flushed or replaced Redis this process allows no more than it would alone;
 * - while Redis is down, this process counts alone, with a share of each limit;
 * - these counts are handed over when Redis is back.
 */
export function createSharedCounters(redis: Redis, logger: Pick<Logger, "info">): Counters {
  const shared = createRedisCounters(redis);
  const local = createLocalCounters();
  const pendingCounts = createBoundedMap<PendingCount>("owedCounts");

  function addPending({ name, count, until }: PendingCount): void {
    const previous = pendingCounts.get(name);
    const sum = previous ? { ...previous, count: previous.count + count } : { name, count, until };
    pendingCounts.set(name, sum, { ttl: Math.max(1, sum.until - Date.now()) });
  }

  async function handOver(): Promise<void> {
    const all = [...pendingCounts.values()];
    for (let start = 0; start < all.length; start += HANDOVER_BATCH) {
      const batch = all.slice(start, start + HANDOVER_BATCH);
      for (const { name } of batch) pendingCounts.delete(name);
      const putBack = () => batch.forEach(addPending);
      await withFallback(shared.add(batch), putBack);
    }
    if (all.length > 0) logger.info({ counters: all.length }, "limits: handed over to redis");
  }
  redis.onUp(() => void handOver());

  const reduced = (counters: readonly Counter[]) =>
    counters.map((counter) => ({ ...counter, points: limitWithoutRedis(counter.points) }));

  async function takeAlone(counters: readonly Counter[]): Promise<Verdict> {
    const verdict = await local.take(reduced(counters));
    if (!verdict.ok) return verdict;
    for (const [i, { name }] of counters.entries())
      addPending({ name, count: 1, until: verdict.windows[i]?.until ?? 0 });
    return verdict;
  }

  async function takeShared(counters: readonly Counter[]): Promise<Verdict> {
    const verdict = await shared.take(counters);
    if (!verdict.ok) return verdict;
    const own = await local.take(
      counters,
      verdict.windows.map(({ until }) => until),
    );
    // Concurrent uses may have filled the limit in this process, or Redis was emptied.
    if (!own.ok) await withFallback(shared.giveBack(counters), () => undefined);
    return own.ok ? verdict : own;
  }

  return {
    async take(counters) {
      const windows = await local.read(counters);
      if (longestFull(windows) !== null) return { ok: false, windows };
      return withFallback(takeShared(counters), () => takeAlone(counters));
    },

    async giveBack(counters) {
      await local.giveBack(counters);
      const inRedis = counters.filter(({ name }) => {
        const pending = pendingCounts.get(name);
        if (pending?.count === 1) pendingCounts.delete(name);
        else if (pending) addPending({ ...pending, count: -1 });
        return !pending;
      });
      // A count that cannot be taken back because Redis is away ends with its window.
      if (inRedis.length > 0) await withFallback(shared.giveBack(inRedis), () => undefined);
    },

    async read(counters) {
      const own = await local.read(counters);
      if (longestFull(own) !== null) return own;
      const others = await withFallback(shared.read(counters), () => local.read(reduced(counters)));
      // A Redis that was emptied knows less than this instance.
      return own.map((window, index) => {
        const other = others[index] ?? window;
        return window.left < other.left ? window : other;
      });
    },
  };
}
