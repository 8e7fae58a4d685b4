import { z } from "zod";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { longestFull, type Count, type Counter, type Counters } from "./counters.server";

/** Counts that were made elsewhere: how many, and for how many milliseconds their window still lasts. */
export interface Owed {
  name: string;
  count: number;
  ms: number;
}

/** Counts that all instances share. Everything rejects with a RedisError while Redis is away. */
export interface RedisCounters extends Counters {
  /** As {@link Counters.take}, and until when each window lasts, in milliseconds since 1970. */
  take(
    counters: readonly Counter[],
  ): Promise<
    { ok: true; left: number[]; until: number[] } | { ok: false; full: number; until: number }
  >;
  /** Counts without a check. */
  add(owed: readonly Owed[]): Promise<void>;
}

/**
 * The clock is the server's alone, so instances agree when a window ends. Answers with it, whether all were counted,
 * and the count and the end of each window.
 */
const REPORT = `
${LUA_NOW}
local report = { now, counted }
for _, key in ipairs(KEYS) do
  table.insert(report, tonumber(redis.call('GET', key) or '0'))
  table.insert(report, now + math.max(0, redis.call('PTTL', key)))
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
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
end`,
);

/** Clocks that are less apart are one: an end is then named the same by every instance, however often it is asked. */
const ONE_CLOCK_MS = 1_000;

const report = z.array(z.number());

const keyOf = ({ name }: { name: string }) => `limit:${name}`;

export function createRedisCounters(redis: Redis): RedisCounters {
  let clockAhead = 0;

  async function ask(script: typeof TAKE, counters: readonly Counter[]) {
    const args = counters.flatMap(({ points, seconds }) => [points, seconds * 1000]);
    const answer = report.parse(await redis.script(script, counters.map(keyOf), args));
    const [now = 0, counted = 0, ...windows] = answer;
    const ahead = Date.now() - now;
    if (Math.abs(ahead - clockAhead) > ONE_CLOCK_MS) clockAhead = ahead;
    const counts = counters.map((_, index): Count => {
      const [used = 0, until = 0] = windows.slice(2 * index);
      return { used, until: until + clockAhead };
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
    async add(owed) {
      const args = owed.flatMap(({ count, ms }) => [count, Math.ceil(ms)]);
      await redis.script(ADD, owed.map(keyOf), args);
    },
  };
}
