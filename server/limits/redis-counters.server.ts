import { z } from "zod";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import {
  fewestLeft,
  longestFull,
  type Count,
  type Counter,
  type Counters,
} from "./counters.server";

/** Counts that were made elsewhere: how many, and when their window ends, in milliseconds since 1970. */
export interface Owed {
  name: string;
  count: number;
  until: number;
}

/** Counts that all instances share. Everything rejects with a RedisError while Redis is away. */
export interface RedisCounters extends Counters {
  /** Counts without a check. */
  add(owed: readonly Owed[]): Promise<void>;
}

/**
 * The clock is the server's alone, so instances agree when a window ends. Answers with it, whether all were counted,
 * and the count and the end of each window. Redis tells what is left, and before version 7.2 its clock goes on within
 * a script: an end is right when both were read in the same millisecond.
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
for _, key in ipairs(KEYS) do
  table.insert(report, tonumber(redis.call('GET', key) or '0'))
  table.insert(report, endOf(key))
end
return report`;

const TAKE = luaScript(
  "limits-take",
  `local counted = 1
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * i - 1]) then counted = 0 end
end
if counted == 1 then
  for i, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
  end
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
  `for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[2 * i - 1])
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIREAT', key, ARGV[2 * i]) end
end`,
);

/** Clocks that are less apart are one: an end is then named the same by every instance, however often it is asked. */
const ONE_CLOCK_MS = 1_000;

/**
 * How far this instance's clock is ahead of Redis', in milliseconds.
 *
 * @param known what was thought so far; it stays while nothing speaks against it, however long an answer took
 * @param redisClock what Redis' clock said at some moment between `asked` and `answered` by this instance's
 */
export function clockAhead(known: number, redisClock: number, asked: number, answered: number) {
  const [least, most] = [asked - redisClock, answered - redisClock];
  const possible = known >= least - ONE_CLOCK_MS && known <= most + ONE_CLOCK_MS;
  return possible ? known : Math.round((least + most) / 2);
}

const report = z.array(z.number());

const keyOf = ({ name }: { name: string }) => `limit:${name}`;

export function createRedisCounters(redis: Redis): RedisCounters {
  let ahead = 0;

  async function ask(script: typeof TAKE, counters: readonly Counter[]) {
    const args = counters.flatMap(({ points, seconds }) => [points, seconds * 1000]);
    const asked = Date.now();
    const answer = report.parse(await redis.script(script, counters.map(keyOf), args));
    const [now = 0, counted = 0, ...windows] = answer;
    ahead = clockAhead(ahead, now, asked, Date.now());
    const counts = counters.map((_, index): Count => {
      const [used = 0, until = 0] = windows.slice(2 * index);
      return { used, until: until + ahead };
    });
    return { counted: counted === 1, counts };
  }

  return {
    async take(counters) {
      const { counted, counts } = await ask(TAKE, counters);
      if (counted) {
        const left = counters.map(({ points }, index) => points - (counts[index]?.used ?? 0));
        return { ok: true, left, until: counts.map(({ until }) => until) };
      }
      return { ok: false, ...(longestFull(counters, counts) ?? { full: 0, until: Date.now() }) };
    },
    async giveBack(counters) {
      await redis.script(GIVE_BACK, counters.map(keyOf), []);
    },
    async freeAt(counters) {
      const { counts } = await ask(READ, counters);
      return longestFull(counters, counts)?.until ?? 0;
    },
    async left(counters) {
      const { counts } = await ask(READ, counters);
      return fewestLeft(counters, counts);
    },
    async add(owed) {
      await ask(READ, []); // an instance that has been alone may not know the clock yet
      const args = owed.flatMap(({ count, until }) => [count, until - ahead]);
      await redis.script(ADD, owed.map(keyOf), args);
    },
  };
}
