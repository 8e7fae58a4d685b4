import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createBoundedMap, sharedBounds, textBytes } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript, type LuaScript } from "../redis/lua-script.server";
import { withFallback } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { createSingleFlight } from "../resilience/single-flight.server";
import { decrypt, deriveKey, encrypt } from "./sealed-cookie.server";

/** Lifetime of a lease, and the interval of renewals. When its holder dies, another instance can take over. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;

/** How often waiting requests look for another instance's outcome, and how long the outcome is kept for them. */
const POLL_MS = 100;
const OUTCOME_TTL_MS = LEASE_MS;

/** How long an unfinished call is remembered: as long as its request can still be repeated. */
const BEGUN_TTL_MS = 15 * 60_000;

/**
 * KEYS: lease, outcome, begun. ARGV: holder, lease in milliseconds, 1 if the request has waited: only waiting requests
 * get an outcome. `begun` holds the lease of an unfinished call about the same subject, or `lost`. A call that still
 * runs for another request may yet take effect; a call whose lease has expired may have taken effect.
 */
const BEGIN = luaScript(
  "call-begin",
  `local outcome = redis.call('GET', KEYS[2])
if outcome and ARGV[3] == '1' then return { 'landed', outcome } end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return { 'wait', '' } end
local other = redis.call('GET', KEYS[3])
local isUnderWay = other and other ~= KEYS[1] and redis.call('EXISTS', other) == 1
if not isUnderWay then redis.call('SET', KEYS[3], KEYS[1], 'PX', ${BEGUN_TTL_MS}) end
redis.call('DEL', KEYS[2])
return { 'lead', other and (isUnderWay and 'unseen' or 'lost') or 'known' }`,
);

const RENEW = luaScript(
  "call-renew",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`,
);

/**
 * KEYS as above. ARGV: holder, outcome or empty, its milliseconds, 1 when it is known whether the call took effect:
 * then only its own entry in `begun` is removed, because Redis may have missed the start of the call.
 */
const END = luaScript(
  "call-end",
  `local isOwn = redis.call('GET', KEYS[1]) == ARGV[1]
if isOwn then redis.call('DEL', KEYS[1]) end
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
if ARGV[4] ~= '1' then redis.call('SET', KEYS[3], 'lost', 'PX', ${BEGUN_TTL_MS})
elseif isOwn and redis.call('GET', KEYS[3]) == KEYS[1] then redis.call('DEL', KEYS[3]) end`,
);

/**
 * KEYS: name, index of all names by expiry. ARGV: answer, its milliseconds. When the index exceeds its bound, the
 * answers that expire soonest are deleted.
 */
const KEEP = luaScript(
  "answer-keep",
  `${LUA_NOW}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], KEYS[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local over = redis.call('ZCARD', KEYS[2]) - ${sharedBounds.keptAnswers.keys}
local soonest = over > 0 and redis.call('ZPOPMIN', KEYS[2], over) or {}
for i = 1, #soonest, 2 do redis.call('DEL', soonest[i]) end
redis.call('PEXPIRE', KEYS[2], 86400000)`,
);

const FIND = luaScript("answer-find", "return redis.call('GET', KEYS[1])");

const beginReply = z.union([
  z.tuple([z.enum(["landed", "wait"]), z.string()]),
  z.tuple([z.literal("lead"), z.enum(["known", "lost", "unseen"])]),
]);

/** The reply that a waiting request assumes while Redis is down. */
const STILL_WAITING: z.infer<typeof beginReply> = ["wait", ""];

/** Whether the effect of an earlier call about the same subject is known, unknown, or not visible to this instance. */
export type PriorEffect = "known" | "lost" | "unseen";

/**
 * Upstream calls that are made once per request, however often it is sent and to whichever instances. A repeated
 * request that arrives while the call runs waits for its result; one that arrives later gets the stored result.
 *
 * `request` is a secret that identifies a request: a session's random id or a page's idempotency key, and the input.
 * Results are sealed with it: readers of Redis or of this process's memory learn neither tokens nor OTP sessions.
 */
export interface IdempotentCalls<T> {
  /**
   * Runs the call, or joins the running call of the same request.
   *
   * @param about the subject of the call, under which an unknown effect is remembered
   * @returns null when another instance ran the call and its result was lost or cannot be read
   */
  run(request: string, about: string, call: (before: PriorEffect) => Promise<T>): Promise<T | null>;
  /**
   * @param request null for a request that cannot be told from others: nothing is stored or found for it
   * @param until when the result is forgotten, in milliseconds since 1970
   */
  keep(request: string | null, result: T, until: number): Promise<void>;
  /** The stored result of a request. Null also for a result that another release stored in another format. */
  find(request: string | null): Promise<T | null>;
}

interface CallKind<T> {
  /** Part of each name in Redis. */
  name: string;
  /** Validates results that another instance has written. */
  schema: z.ZodType<T>;
  /** Whether a call took effect. A call that took no effect says nothing about an earlier one. */
  hadEffect: (result: T) => Effect;
}

export type Effect = "yes" | "no" | "unknown";

/**
 * @param redis where instances share leases and results; null for a single instance
 * @param fingerprint hashes a request, so that readers of Redis cannot repeat it
 */
export function createIdempotentCalls<T>(
  redis: Redis | null,
  fingerprint: (text: string) => string,
  { name: kind, schema, hadEffect }: CallKind<T>,
): IdempotentCalls<T> {
  const local = createSingleFlight<T | null>();
  /** Number of running calls of this process, by the name of their subject. */
  const underWay = new Map<string, number>();
  const own = createBoundedMap<{ sealed: string; until: number }>("keptAnswers", {
    weigh: ({ sealed }) => textBytes(sealed),
  });
  const setOwn = (name: string, sealed: string, ttl: number) =>
    own.set(name, { sealed, until: Date.now() + ttl }, { ttl });
  function getOwn(name: string): string | undefined {
    const entry = own.get(name);
    return entry !== undefined && entry.until > Date.now() ? entry.sealed : undefined;
  }
  /** Null also while Redis is down. */
  async function getShared(name: string): Promise<string | null> {
    if (redis === null) return null;
    const reply = await withFallback(redis.script(FIND, [name], []), () => null);
    return typeof reply === "string" ? reply : null;
  }
  const ask = (script: LuaScript, keys: string[], ...args: (string | number)[]) =>
    redis && withFallback<unknown>(redis.script(script, keys, args), () => null);
  const nameOf = (part: string, text: string) =>
    `deletion:${part}:${fingerprint(`${kind} ${text}`)}`;

  /** Decrypts a result; null when it cannot be decrypted or does not match the schema. */
  async function read(sealed: string, request: string): Promise<T | null> {
    return schema.safeParse(await unseal(sealed, request)).data ?? null;
  }

  interface Flight {
    request: string;
    /** Names in Redis: lease, outcome, begun. */
    keys: [string, string, string];
    holder: string;
    call: (before: PriorEffect) => Promise<T>;
  }

  async function lead({ request, keys, holder, call }: Flight, reported: PriorEffect): Promise<T> {
    const [, , begunName] = keys;
    const before = getOwn(begunName) === undefined ? reported : "lost";
    const renewTimer = setInterval(() => void ask(RENEW, keys, holder, LEASE_MS), RENEW_MS);
    underWay.set(begunName, (underWay.get(begunName) ?? 0) + 1);
    let [outcome, effect, isKnown]: [string, Effect, boolean] = ["", "unknown", false];
    try {
      const result = await call(before);
      effect = hadEffect(result);
      isKnown = effect === "yes" || (effect === "no" && before !== "lost");
      if (redis !== null) outcome = await seal(result, request);
      return result;
    } finally {
      clearInterval(renewTimer);
      const remaining = (underWay.get(begunName) ?? 1) - 1;
      if (remaining > 0) underWay.set(begunName, remaining);
      else underWay.delete(begunName);
      if (effect === "yes") own.delete(begunName);
      else if (!isKnown) setOwn(begunName, "", BEGUN_TTL_MS);
      await ask(END, keys, holder, outcome, OUTCOME_TTL_MS, isKnown ? 1 : 0);
    }
  }

  async function leadOrWait(flight: Flight): Promise<T | null> {
    const { request, keys, holder } = flight;
    if (redis === null) return lead(flight, underWay.has(keys[2]) ? "unseen" : "known");
    let answer = await ask(BEGIN, keys, holder, LEASE_MS, 0);
    if (answer === null) return lead(flight, "unseen");
    for (let downMs = 0; downMs < LEASE_MS; downMs = answer === null ? downMs + POLL_MS : 0) {
      const [state, text] = answer === null ? STILL_WAITING : beginReply.parse(answer);
      if (state === "landed") return read(text, request);
      if (state === "lead") return lead(flight, text);
      // Wait for the call on the other instance, or for Redis to be back.
      await delay(POLL_MS);
      answer = await ask(BEGIN, keys, holder, LEASE_MS, 1);
    }
    return null;
  }

  return {
    run(request, about, call) {
      const keys: Flight["keys"] = [
        nameOf("lease", request),
        nameOf("outcome", request),
        nameOf("begun", about),
      ];
      return local.run(request, () => leadOrWait({ request, keys, holder: randomUUID(), call }));
    },
    async keep(request, result, until) {
      if (request === null) return;
      const [name, ttl] = [nameOf("answer", request), Math.max(1, until - Date.now())];
      const sealed = await seal(result, request);
      setOwn(name, sealed, ttl);
      await ask(KEEP, [name, "deletion:answers"], sealed, ttl);
    },
    async find(request) {
      if (request === null) return null;
      const name = nameOf("answer", request);
      const sealed = getOwn(name) ?? (await getShared(name));
      return sealed ? read(sealed, request) : null;
    },
  };
}

const keyFor = (request: string) => deriveKey(request, "pulse account deletion answer");

const seal = (result: unknown, request: string): Promise<string> =>
  encrypt(Buffer.from(JSON.stringify(result)), keyFor(request));

async function unseal(sealed: string, request: string): Promise<unknown> {
  try {
    return JSON.parse(Buffer.from(await decrypt(sealed, keyFor(request))).toString());
  } catch {
    return undefined;
  }
}
