import { hkdfSync, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { CompactEncrypt, compactDecrypt } from "jose";
import { z } from "zod";
import { createBoundedMap, sharedBounds, textBytes } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { createSingleFlight } from "../resilience/single-flight.server";

/** A lease that is not renewed ends: its holder has died, and another instance goes on. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;

/** How often those who wait for another instance's outcome look for it, and how long it is kept for them. */
const LOOK_MS = 100;
const KEPT_FOR_WAITING_MS = 1_000;

/** As long as anybody can still come back to a call that was begun. */
const BEGUN_MS = 15 * 60_000;

/**
 * KEYS: lease, outcome, begun. ARGV: holder, lease in milliseconds, 1 for who has waited already: an outcome is for
 * those alone.
 */
const BEGIN = luaScript(
  "call-begin",
  `local outcome = redis.call('GET', KEYS[2])
if outcome and ARGV[3] == '1' then return { 'landed', outcome } end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return { 'wait', '' } end
local before = redis.call('EXISTS', KEYS[3])
redis.call('SET', KEYS[3], '', 'PX', ${BEGUN_MS})
redis.call('DEL', KEYS[2])
return { 'lead', tostring(before) }`,
);

const RENEW = luaScript(
  "call-renew",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`,
);

/**
 * KEYS as above. ARGV: holder, outcome or nothing, its milliseconds, 1 when it is known what became of the call. Redis
 * may have missed the beginning.
 */
const END = luaScript(
  "call-end",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
if ARGV[4] == '1' then redis.call('DEL', KEYS[3])
else redis.call('SET', KEYS[3], '', 'PX', ${BEGUN_MS}) end`,
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

const begun = z.tuple([z.enum(["landed", "wait", "lead"]), z.string()]);

/** What a waiting request goes by while Redis is away. */
const UNSEEN: z.infer<typeof begun> = ["wait", ""];

/** What became of an earlier call about the same: it is known, nobody knows, or this instance cannot tell. */
export type Before = "known" | "lost" | "unseen";

/**
 * Calls upstream that one request makes once, however often it is sent, and on whichever instances: who comes while its
 * call is under way waits for its outcome; who comes after it is given the answer that was kept.
 *
 * `request` is what only the same request holds: a session's random id or a page's idempotency key, and what was typed.
 * All is sealed with it: who reads Redis, or the memory of this process, learns neither tokens nor OTP sessions.
 */
export interface IdempotentCalls<T> {
  /**
   * Runs the call, or joins the one that is under way.
   *
   * @param about what it is remembered by that nobody knows how a call ended
   */
  run(request: string, about: string, call: (before: Before) => Promise<T>): Promise<T>;
  /** @param until when it is forgotten, in milliseconds since 1970 */
  keep(request: string, answer: T, until: number): Promise<void>;
  /** Null also for what another release has kept in another way. */
  find(request: string): Promise<T | null>;
}

export interface CallKind<T> {
  /** In front of each name. */
  name: string;
  /** What another instance has written is read with it. */
  schema: z.ZodType<T>;
  /** Whether the call had its effect; a call that had none says nothing of one before it. */
  hadEffect: (outcome: T) => "yes" | "no" | "unknown";
  /** For those who lost sight of a call on another instance, or cannot read what it has written. */
  unknown: T;
}

/** Makes {@link IdempotentCalls} of one kind of form; all kinds share one bound. */
export type CreateIdempotentCalls = <T>(kind: CallKind<T>) => IdempotentCalls<T>;

/**
 * @param redis where instances find each other's; null for none
 * @param fingerprint hashes a request, so that who reads Redis cannot repeat it
 */
export function idempotentCallsIn(
  redis: Redis | null,
  fingerprint: (text: string) => string,
): CreateIdempotentCalls {
  const own = createBoundedMap<{ sealed: string; until: number }>("keptAnswers", {
    weigh: ({ sealed }) => textBytes(sealed),
  });
  function setOwn(name: string, sealed: string, ttl: number): void {
    own.set(name, { sealed, until: Date.now() + ttl }, { ttl });
  }
  function getOwn(name: string): string | undefined {
    const known = own.get(name);
    return known !== undefined && known.until > Date.now() ? known.sealed : undefined;
  }
  async function getShared(name: string): Promise<string | null> {
    if (redis === null) return null;
    const found = await ifThere(redis.script(FIND, [name], []), () => null);
    return typeof found === "string" ? found : null;
  }

  return ({ name: kind, schema, hadEffect, unknown }) => {
    type T = typeof unknown;
    const local = createSingleFlight<T>();
    const nameOf = (part: string, request: string) =>
      `deletion:${part}:${fingerprint(`${kind} ${request}`)}`;
    const sealed = (outcome: T, request: string) => seal(JSON.stringify(outcome), request);
    async function read(text: string | null, request: string): Promise<T | null> {
      const opened = text ? await unseal(text, request) : null;
      return opened === null ? null : (schema.safeParse(JSON.parse(opened)).data ?? null);
    }

    async function lead(
      request: string,
      keys: [string, string, string],
      holder: string,
      before: Before,
      call: (before: Before) => Promise<T>,
    ) {
      const [, , begunName] = keys;
      setOwn(begunName, "", BEGUN_MS);
      const ask = (script: typeof END, args: (string | number)[]) =>
        redis && ifThere<unknown>(redis.script(script, keys, [holder, ...args]), () => undefined);
      const renewing = setInterval(() => void ask(RENEW, [LEASE_MS]), RENEW_MS);
      let end: (string | number)[] = ["", 1, 0];
      try {
        const outcome = await call(before);
        const effect = hadEffect(outcome);
        const isKnown = effect === "yes" || (effect === "no" && before !== "lost");
        if (isKnown) own.delete(begunName);
        if (redis) end = [await sealed(outcome, request), KEPT_FOR_WAITING_MS, isKnown ? 1 : 0];
        return outcome;
      } finally {
        clearInterval(renewing);
        await ask(END, end);
      }
    }

    async function fly(request: string, about: string, call: (before: Before) => Promise<T>) {
      const holder = randomUUID();
      const begunName = nameOf("begun", about);
      const keys: Parameters<typeof lead>[1] = [
        nameOf("lease", request),
        nameOf("outcome", request),
        begunName,
      ];
      const isLost = getOwn(begunName) !== undefined;
      const leads = (before: Before) => lead(request, keys, holder, isLost ? "lost" : before, call);
      if (redis === null) return leads("known");
      const begin = (waited: 0 | 1) => {
        const asked = redis.script(BEGIN, keys, [holder, LEASE_MS, waited]);
        return ifThere<unknown>(asked, () => null);
      };
      let answer = await begin(0);
      if (answer === null) return leads("unseen");
      for (let unseen = 0; unseen < LEASE_MS; unseen = answer === null ? unseen + LOOK_MS : 0) {
        const [state, text] = answer === null ? UNSEEN : begun.parse(answer);
        if (state === "landed") return (await read(text, request)) ?? unknown;
        if (state === "lead") return leads(text === "1" ? "lost" : "known");
        // For the call, which is under way elsewhere, not for Redis.
        await delay(LOOK_MS);
        answer = await begin(1);
      }
      return unknown;
    }

    return {
      run: (request, about, call) => local.run(request, () => fly(request, about, call)),
      async keep(request, answer, until) {
        const [name, ttl] = [nameOf("answer", request), Math.max(1, until - Date.now())];
        const text = await sealed(answer, request);
        setOwn(name, text, ttl);
        if (redis === null) return;
        const asked = redis.script(KEEP, [name, "deletion:answers"], [text, ttl]);
        await ifThere<unknown>(asked, () => null);
      },
      async find(request) {
        const name = nameOf("answer", request);
        return read(getOwn(name) ?? (await getShared(name)), request);
      },
    };
  };
}

const HEADER = { alg: "dir", enc: "A256GCM" } as const;
const keyFor = (request: string) =>
  new Uint8Array(hkdfSync("sha256", request, "", "pulse account deletion answer", 32));

function seal(text: string, request: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader(HEADER).encrypt(keyFor(request));
}

async function unseal(sealed: string, request: string): Promise<string | null> {
  try {
    const opened = await compactDecrypt(sealed, keyFor(request));
    return Buffer.from(opened.plaintext).toString();
  } catch {
    return null;
  }
}
