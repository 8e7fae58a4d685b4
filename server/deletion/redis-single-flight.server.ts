import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { createSingleFlight, type Flights } from "../resilience/single-flight.server";

/** A lease that is not renewed ends: who held it has died, and another instance goes on. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;

/** How often those who wait for another instance's outcome look for it, and how long it is kept for them. */
const LOOK_MS = 100;
const KEPT_FOR_WAITING_MS = 1_000;

/** As long as anybody can still come back to a call that was begun. */
const BEGUN_MS = 15 * 60_000;

export interface RedisSingleFlightOptions<T> {
  redis: Redis;
  /** In front of each key. */
  name: string;
  /** What another instance has written is read with it. */
  schema: z.ZodType<T>;
  /** Whether it is known what became of the call. */
  settled: (outcome: T) => boolean;
  /** For those who cannot read what another instance has written. */
  unreadable: T;
  /** For those who lost sight of a call on another instance. */
  outOfSight: T;
}

/**
 * KEYS: lease, outcome, begun. ARGV: holder, lease, begun (milliseconds), 1 for who has waited already: an outcome
 * is for those alone.
 */
const BEGIN = luaScript(
  "flight-begin",
  `local outcome = redis.call('GET', KEYS[2])
if outcome and ARGV[4] == '1' then return { 'landed', outcome } end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return { 'wait', '' } end
local abandoned = redis.call('EXISTS', KEYS[3])
redis.call('SET', KEYS[3], '', 'PX', ARGV[3])
redis.call('DEL', KEYS[2])
return { 'lead', tostring(abandoned) }`,
);

const RENEW = luaScript(
  "flight-renew",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`,
);

/** KEYS as above. ARGV: holder, outcome or nothing, its milliseconds, 1 when it is settled. */
const END = luaScript(
  "flight-end",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
if ARGV[4] == '1' then redis.call('DEL', KEYS[3]) end`,
);

const begun = z.tuple([z.enum(["landed", "wait", "lead"]), z.string()]);

/** What who waits goes by while Redis is away. */
const UNSEEN: z.infer<typeof begun> = ["wait", ""];

/** Shares between all instances, and within this process alone while Redis is away. */
export function createRedisSingleFlight<T>(options: RedisSingleFlightOptions<T>): Flights<T> {
  const { redis, name, schema, settled, unreadable, outOfSight } = options;
  const local = createSingleFlight<T>();

  function read(outcome: string): T {
    try {
      return schema.parse(JSON.parse(outcome));
    } catch {
      return unreadable;
    }
  }

  async function lead(keys: string[], holder: string, call: () => Promise<T>): Promise<T> {
    const ask = (script: typeof END, args: (string | number)[]) =>
      ifThere<unknown>(redis.script(script, keys, [holder, ...args]), () => undefined);
    const renewing = setInterval(() => void ask(RENEW, [LEASE_MS]), RENEW_MS);
    let end: (string | number)[] = ["", 1, 0];
    try {
      const outcome = await call();
      end = [JSON.stringify(outcome), KEPT_FOR_WAITING_MS, settled(outcome) ? 1 : 0];
      return outcome;
    } finally {
      clearInterval(renewing);
      await ask(END, end);
    }
  }

  async function fly(key: string, call: (abandoned: boolean) => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const keys = ["lease", "outcome", "begun"].map((part) => `${name}:${part}:${key}`);
    const begin = (waited: 0 | 1) => {
      const asked = redis.script(BEGIN, keys, [holder, LEASE_MS, BEGUN_MS, waited]);
      return ifThere<unknown>(asked, () => null);
    };
    let answer = await begin(0);
    // Another instance may have begun one: what cannot be asked is taken for so.
    if (answer === null) return lead(keys, holder, () => call(true));
    for (let unseen = 0; unseen < LEASE_MS; unseen = answer === null ? unseen + LOOK_MS : 0) {
      const [state, text] = answer === null ? UNSEEN : begun.parse(answer);
      if (state === "landed") return read(text);
      if (state === "lead") return lead(keys, holder, () => call(text === "1"));
      // For the call, which is under way elsewhere, not for Redis.
      await delay(LOOK_MS);
      answer = await begin(1);
    }
    return outOfSight;
  }

  return { run: (key, call) => local.run(key, () => fly(key, call)) };
}
