import { z } from "zod";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript, type LuaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import {
  createLocalCounters,
  longestFull,
  pointsAlone,
  type Counter,
  type Counters,
  type CounterWindow,
  type Verdict,
} from "./counters.server";

/** Counts of this process that Redis does not have yet; `until` is the end of their window, in epoch milliseconds. */
interface Owed {
  name: string;
  count: number;
  until: number;
}

/**
 * Answers the server's time, whether all were counted, and the count and the end of each window. Only the server's
 * clock is used, so that instances agree when a window ends. Redis tells the remaining time of a key, and before 7.2
 * its clock goes on within a script: an end is right when clock and remaining time are of the same millisecond.
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

/** The sorted set of all windows by their ends. It is the last of the keys of a script. */
const INDEX = "limits";

/** The index lives as long as the longest window that another release may have put into it, a day. */
const LONGEST_WINDOW_MS = 86_400_000;

/** Beyond the bound of the index the windows that end soonest are deleted, so that visitors cannot fill Redis. */
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

/** A smaller difference between clocks is ignored, so that all instances always name the same end of a window. */
const ONE_CLOCK_MS = 1_000;

/**
 * How far this instance's clock is ahead of Redis', in milliseconds.
 *
 * @param known the difference so far; it stays while an answer fits it, however long that took
 * @param redisClock the time of Redis' clock at some moment between `asked` and `answered` by this instance's clock
 */
export function clockAhead(known: number, redisClock: number, asked: number, answered: number) {
  const [least, most] = [asked - redisClock, answered - redisClock];
  const possible = known >= least - ONE_CLOCK_MS && known <= most + ONE_CLOCK_MS;
  return possible ? known : Math.round((least + most) / 2);
}

const report = z.array(z.number());

const keyOf = ({ name }: { name: string }) => `limit:${name}`;
const withIndex = (windows: readonly { name: string }[]) => [...windows.map(keyOf), INDEX];

/** Counts in Redis alone. Everything rejects with a RedisError while Redis is away. */
function createRedisCounters(redis: Redis) {
  let ahead = 0;

  async function ask(script: LuaScript, counters: readonly Counter[]): Promise<Verdict> {
    const args = counters.flatMap(({ points, seconds }) => [points, seconds * 1000]);
    const asked = Date.now();
    const answer = report.parse(await redis.script(script, withIndex(counters), args));
    const [now = 0, counted = 0, ...counts] = answer;
    ahead = clockAhead(ahead, now, asked, Date.now());
    const windows = counters.map(({ points }, index): CounterWindow => {
      const [used = 0, until = 0] = counts.slice(2 * index);
      return { left: points - used, until: until + ahead };
    });
    return { ok: counted === 1, windows };
  }

  return {
    take: (counters: readonly Counter[]) => ask(TAKE, counters),
    read: async (counters: readonly Counter[]) => (await ask(READ, counters)).windows,
    async giveBack(counters: readonly Counter[]) {
      await redis.script(GIVE_BACK, counters.map(keyOf), []);
    },
    /** Counts without a check. */
    async add(owed: readonly Owed[]) {
      await ask(READ, []); // an instance that has been alone may not know the clock yet
      const args = owed.flatMap(({ count, until }) => [count, until - ahead]);
      await redis.script(ADD, withIndex(owed), args);
    },
  };
}

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
