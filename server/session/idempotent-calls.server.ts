import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createBoundedMap, sharedBounds, textBytes } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript, type LuaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { createSingleFlight } from "../resilience/single-flight.server";
import { decrypted, deriveKey, encrypted } from "./sealed-cookie.server";

/** A lease that is not renewed ends: its holder has died, and another instance goes on. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;

/** How often those who wait for another instance's outcome look for it, and how long it is kept for them. */
const LOOK_MS = 100;
const KEPT_FOR_WAITING_MS = LEASE_MS;

/** As long as anybody can still come back to a call that was begun. */
const BEGUN_MS = 15 * 60_000;

/**
 * KEYS: lease, outcome, begun. ARGV: holder, lease in milliseconds, 1 for who has waited already: an outcome is for
 * those alone. `begun` holds the lease of a call about the same that has not ended, or `lost`: a call that is still
 * under way for another request may have its effect yet, one whose lease has ended may have had it.
 */
const BEGIN = luaScript(
  "call-begin",
  `local outcome = redis.call('GET', KEYS[2])
if outcome and ARGV[3] == '1' then return { 'landed', outcome } end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return { 'wait', '' } end
local other = redis.call('GET', KEYS[3])
local isUnderWay = other and other ~= KEYS[1] and redis.call('EXISTS', other) == 1
if not isUnderWay then redis.call('SET', KEYS[3], KEYS[1], 'PX', ${BEGUN_MS}) end
redis.call('DEL', KEYS[2])
return { 'lead', other and (isUnderWay and 'unseen' or 'lost') or 'known' }`,
);

const RENEW = luaScript(
  "call-renew",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`,
);

/**
 * KEYS as above. ARGV: holder, outcome or nothing, its milliseconds, 1 when it is known what became of the call: then
 * only what it has noted itself is taken back. Redis may have missed the beginning.
 */
const END = luaScript(
  "call-end",
  `local isOwn = redis.call('GET', KEYS[1]) == ARGV[1]
if isOwn then redis.call('DEL', KEYS[1]) end
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
if ARGV[4] ~= '1' then redis.call('SET', KEYS[3], 'lost', 'PX', ${BEGUN_MS})
elseif isOwn and redis.call('GET', KEYS[3]) == KEYS[1] then redis.call('DEL', KEYS[3]) end`,
);

/**
 * KEYS: name, index of all names by when they end. ARGV: answer, its milliseconds. Beyond the bound those that end
 * soonest go first.
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

const begun = z.union([
  z.tuple([z.enum(["landed", "wait"]), z.string()]),
  z.tuple([z.literal("lead"), z.enum(["known", "lost", "unseen"])]),
]);

/** What a waiting request goes by while Redis is away. */
const UNSEEN: z.infer<typeof begun> = ["wait", ""];

/** What became of an earlier call about the same: it is known, nobody knows, or this instance cannot tell. */
export type Before = "known" | "lost" | "unseen";

/**
 * Calls upstream that one request makes once, however often it is sent, and on whichever instances: who comes while its
 * call is under way waits for its result; who comes after it is given the result that was kept.
 *
 * `request` is what only the same request holds: a session's random id or a page's idempotency key, and what was typed.
 * All is sealed with it: who reads Redis, or the memory of this process, learns neither tokens nor OTP sessions.
 */
export interface IdempotentCalls<T> {
  /**
   * Runs the call, or joins the one that is under way.
   *
   * @param about what it is remembered by that nobody knows how a call ended
   * @returns null for those who lost sight of a call on another instance, or cannot read what it has written
   */
  run(request: string, about: string, call: (before: Before) => Promise<T>): Promise<T | null>;
  /**
   * @param request null for one that cannot be told from others: nothing is kept for it, and nothing found
   * @param until when it is forgotten, in milliseconds since 1970
   */
  keep(request: string | null, result: T, until: number): Promise<void>;
  /** Null also for what another release has kept in another way. */
  find(request: string | null): Promise<T | null>;
}

interface CallKind<T> {
  /** In front of each name. */
  name: string;
  /** What another instance has written is read with it. */
  schema: z.ZodType<T>;
  /** Whether a call had its effect; one that had none says nothing of one before it. */
  hadEffect: (result: T) => Effect;
}

export type Effect = "yes" | "no" | "unknown";

/**
 * @param redis where instances find each other's; null for none
 * @param fingerprint hashes a request, so that who reads Redis cannot repeat it
 */
export function createIdempotentCalls<T>(
  redis: Redis | null,
  fingerprint: (text: string) => string,
  { name: kind, schema, hadEffect }: CallKind<T>,
): IdempotentCalls<T> {
  const local = createSingleFlight<T | null>();
  /** How many calls of this process are under way, by the name of what they are about. */
  const underWay = new Map<string, number>();
  const own = createBoundedMap<{ sealed: string; until: number }>("keptAnswers", {
    weigh: ({ sealed }) => textBytes(sealed),
  });
  const setOwn = (name: string, sealed: string, ttl: number) =>
    own.set(name, { sealed, until: Date.now() + ttl }, { ttl });
  function getOwn(name: string): string | undefined {
    const known = own.get(name);
    return known !== undefined && known.until > Date.now() ? known.sealed : undefined;
  }
  /** Null also while Redis is away. */
  async function getShared(name: string): Promise<string | null> {
    if (redis === null) return null;
    const found = await ifThere(redis.script(FIND, [name], []), () => null);
    return typeof found === "string" ? found : null;
  }
  const ask = (script: LuaScript, keys: string[], ...args: (string | number)[]) =>
    redis && ifThere<unknown>(redis.script(script, keys, args), () => null);
  const nameOf = (part: string, text: string) =>
    `deletion:${part}:${fingerprint(`${kind} ${text}`)}`;

  /** Null for what cannot be read here. */
  async function read(sealed: string, request: string): Promise<T | null> {
    return schema.safeParse(await unseal(sealed, request)).data ?? null;
  }

  interface Flight {
    request: string;
    /** Lease, outcome, begun. */
    keys: [string, string, string];
    holder: string;
    call: (before: Before) => Promise<T>;
  }

  async function lead({ request, keys, holder, call }: Flight, known: Before): Promise<T> {
    const [, , begunName] = keys;
    const before = getOwn(begunName) === undefined ? known : "lost";
    const renewing = setInterval(() => void ask(RENEW, keys, holder, LEASE_MS), RENEW_MS);
    underWay.set(begunName, (underWay.get(begunName) ?? 0) + 1);
    let [outcome, effect, isKnown]: [string, Effect, boolean] = ["", "unknown", false];
    try {
      const result = await call(before);
      effect = hadEffect(result);
      isKnown = effect === "yes" || (effect === "no" && before !== "lost");
      if (redis !== null) outcome = await seal(result, request);
      return result;
    } finally {
      clearInterval(renewing);
      const left = (underWay.get(begunName) ?? 1) - 1;
      if (left > 0) underWay.set(begunName, left);
      else underWay.delete(begunName);
      if (effect === "yes") own.delete(begunName);
      else if (!isKnown) setOwn(begunName, "", BEGUN_MS);
      await ask(END, keys, holder, outcome, KEPT_FOR_WAITING_MS, isKnown ? 1 : 0);
    }
  }

  async function fly(flight: Flight): Promise<T | null> {
    const { request, keys, holder } = flight;
    if (redis === null) return lead(flight, underWay.has(keys[2]) ? "unseen" : "known");
    let answer = await ask(BEGIN, keys, holder, LEASE_MS, 0);
    if (answer === null) return lead(flight, "unseen");
    for (let unseen = 0; unseen < LEASE_MS; unseen = answer === null ? unseen + LOOK_MS : 0) {
      const [state, text] = answer === null ? UNSEEN : begun.parse(answer);
      if (state === "landed") return read(text, request);
      if (state === "lead") return lead(flight, text);
      // Waits for the call on the other instance, or for Redis to be back.
      await delay(LOOK_MS);
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
      return local.run(request, () => fly({ request, keys, holder: randomUUID(), call }));
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
  encrypted(Buffer.from(JSON.stringify(result)), keyFor(request));

async function unseal(sealed: string, request: string): Promise<unknown> {
  try {
    return JSON.parse(Buffer.from(await decrypted(sealed, keyFor(request))).toString());
  } catch {
    return undefined;
  }
}
