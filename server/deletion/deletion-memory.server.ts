import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createBoundedMap, memoryBounds, sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";

/** How long a deletion that was sent is remembered. */
const KEPT_MS = 24 * 60 * 60_000;

/** How often each instance tells the others that it is not cut off from Redis. */
const BEAT_MS = 500;

/** An instance that Redis has not heard for so long may be cut off from it, and send deletions that Redis misses. */
const LEASE_MS = 3_000;

/** Only an instance that was cut off for so long sends one: its lease has ended then, although clocks differ a little. */
const ALONE_AFTER_MS = LEASE_MS + 1_500;

/** How often the others are told of a deletion before it is put off: for longer than they take to know by themselves. */
const MOST_TRIES = 2 + ALONE_AFTER_MS / BEAT_MS;

/** A mark is taken to end so much earlier, because the clocks of machines differ. */
const CLOCK_MARGIN_MS = 60 * 60_000;

/**
 * One step, so that a mark, the sign of life and what is asked belong together. An instance signs with the moment of
 * the last answer that it has got: a script that Redis runs late, and whose answer nobody gets, prolongs no lease.
 * The memory begins anew when an instance was not heard of, when it is full, and when Redis has lost a part of it. It
 * does so, too, while instances of an earlier release run: these name theirs before each deletion that they send.
 *
 * KEYS: name, instances by their last sign of life, marks by their end (and a member without an end, by whose absence
 * Redis is found to have lost them), name of an earlier release. ARGV: a new name, this instance, the moment that it
 * signs with (0: now), the number of marks to set, the marks to set, the marks to look for. Answers with the clock, the
 * name, and a list of which marks were there before.
 */
const SHARE = luaScript(
  "deletion-memory",
  `${LUA_NOW}
local name, instances, sent, earlier = unpack(KEYS)
local there = {}
local isLost = redis.call('EXISTS', name, instances, sent) < 3 or redis.call('DEL', earlier) > 0
for i = 5, #ARGV do there[i - 4] = redis.call('ZSCORE', sent, ARGV[i]) and 1 or 0 end
for i = 5, 4 + ARGV[4] do
  local before = redis.call('ZSCORE', sent, ARGV[i]) or 0
  redis.call('ZADD', sent, math.max(now + ${KEPT_MS}, before + 1), ARGV[i])
end
redis.call('ZADD', sent, '+inf', 'whole')
redis.call('ZREMRANGEBYSCORE', sent, '-inf', now)
local over = redis.call('ZCARD', sent) - ${sharedBounds.sentDeletions.keys}
if over > 0 then redis.call('ZPOPMIN', sent, over) end
local silent = redis.call('ZREMRANGEBYSCORE', instances, '-inf', now - ${LEASE_MS})
  + redis.call('ZREMRANGEBYSCORE', instances, '(' .. now, '+inf')
redis.call('ZADD', instances, ARGV[3] == '0' and now or math.min(now, ARGV[3]), ARGV[2])
if isLost or silent > 0 or over > 0 then redis.call('DEL', name) end
redis.call('SET', name, ARGV[1], 'NX')
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ${KEPT_MS}) end
return { now, redis.call('GET', name), there }`,
);

/** KEYS: marks. ARGV: one to take back, and when it was set: another instance may have set it again since. */
const FORGET = luaScript(
  "deletion-forget",
  `if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0) == ARGV[2] + ${KEPT_MS} then
  redis.call('ZREM', KEYS[1], ARGV[1])
end`,
);

const SENT = "deletion:memory:sent";
const KEYS = ["deletion:memory:name", "deletion:memory:instances", SENT, "deletion:memory"];

const shared = z.tuple([z.number(), z.string(), z.array(z.number())]);

/** Most marks that wait for Redis to be back; beyond it the others are told of none of them. */
const MOST_UNSHARED = 1_000;

/** What is known of a deletion that a page, or its session, may have sent earlier. */
export type SentBefore = "yes" | "no" | "unknown";

/** A deletion that may be sent now. */
export interface MarkedDeletion {
  before: SentBefore;
  /** Takes back what was marked for this deletion alone, because it did not happen. */
  forget(): void;
}

/**
 * Which deletions were sent, for a day. That there is no mark says only then that none was sent, when nothing can have
 * been forgotten since the session began: not by a restart, not on another instance, and not by one that was cut off
 * from Redis. So a session's id names the memory that it began in, and when.
 */
export interface DeletionMemory {
  /** A random id for a session that begins now. */
  newSessionId(): Promise<string>;
  /**
   * Call before a deletion is sent. While Redis is away it waits until the others know that they may not hear of it.
   *
   * @param pageId what pages name its session by; empty for none, which is never remembered
   * @returns null where it must not be sent now, as others would not hear of it and would say that there was none
   */
  mark(pageId: string): Promise<MarkedDeletion | null>;
  /** Whether one was sent. */
  sentBefore(pageId: string): Promise<SentBefore>;
  /** Whether nothing has been forgotten since a session began. */
  isWhole(pageId: string): Promise<boolean>;
}

const newName = () => randomBytes(6).toString("base64url");
const random = () => randomBytes(16).toString("base64url");

/**
 * @param redis where all instances remember together; null for this process alone
 * @param fingerprint hashes a key, so that who reads Redis cannot repeat its request
 */
export function createDeletionMemory(
  redis: Redis | null,
  fingerprint: (text: string) => string,
): DeletionMemory {
  const instance = random();
  const marks = createBoundedMap<{ isShared: boolean }>("sentDeletions", { ttl: KEPT_MS });
  /** Those of them that Redis may not have. */
  const unshared = new Set<string>();
  let own = newName();
  /**
   * What Redis last answered: its clock, the memory's name, and when that came by this process' clock. Null before the
   * first answer.
   */
  let heard: { redis: number; name: string; at: number } | null = null;

  const markOf = (pageId: string) => fingerprint(`page ${pageId}`);

  /**
   * The memory's name, and whether a mark was there already; this instance tells the others what they may not know.
   *
   * @returns null while Redis is away
   */
  async function share(mark = "") {
    if (redis === null) return { now: 0, name: own, isThere: false };
    const toSet = [...unshared];
    const args = [newName(), instance, heard?.redis ?? 0, toSet.length, ...toSet, mark];
    const answer = await ifThere<unknown>(redis.script(SHARE, KEYS, args), () => null);
    if (answer === null) return null;
    const [now, name, there] = shared.parse(answer);
    heard = { redis: now, name, at: performance.now() };
    for (const one of toSet) {
      unshared.delete(one);
      marks.set(one, { isShared: true });
    }
    return { now, name, isThere: there.at(-1) === 1 };
  }

  function remember(mark: string): void {
    // Beyond the bound one is forgotten.
    if (marks.size >= memoryBounds.sentDeletions.entries) own = newName();
    if (unshared.size >= MOST_UNSHARED) unshared.clear();
    marks.set(mark, { isShared: false });
    if (redis !== null) unshared.add(mark);
  }

  /** @param sharedAt when it was set in Redis, by the clock of that; null where it was not */
  function forget(mark: string, sharedAt: number | null): void {
    // What was shared meanwhile may be known to others, and stays.
    if (sharedAt === null && redis !== null && !unshared.has(mark)) return;
    marks.delete(mark);
    unshared.delete(mark);
    if (sharedAt === null || redis === null) return;
    void ifThere<unknown>(redis.script(FORGET, [SENT], [mark, sharedAt]), () => null);
  }

  /** What it says of a session that there is no mark of it. */
  function withoutMark(pageId: string, name: string | null): SentBefore {
    const [, memory = "", began = ""] = pageId.split(".");
    const age = Date.now() - Number.parseInt(began, 36) * 1000;
    const isKept = age < KEPT_MS - CLOCK_MARGIN_MS;
    return memory !== "" && isKept && memory === name ? "no" : "unknown";
  }

  /**
   * For how many milliseconds a deletion may not be sent yet that could not be marked in Redis. After that nobody says
   * of its session that there was none: it began without Redis, or in the memory that this instance knew last, which has
   * ended by then.
   */
  function untilAlone(pageId: string): number {
    const [, memory = ""] = pageId.split(".");
    if (memory === "") return 0;
    if (heard === null || memory !== heard.name) return Infinity;
    return Math.max(0, heard.at + ALONE_AFTER_MS - performance.now());
  }

  if (redis !== null) {
    const beat = () => void share();
    redis.onUp(beat);
    beat();
    setInterval(beat, BEAT_MS).unref();
  }

  return {
    async newSessionId() {
      const name = (await share())?.name ?? "";
      return `${name}.${Math.floor(Date.now() / 1000).toString(36)}.${random()}`;
    },
    async mark(pageId) {
      const mark = markOf(pageId);
      const known = marks.get(mark);
      if (known?.isShared !== true && pageId !== "") remember(mark);
      const isInRedis = () => marks.get(mark)?.isShared === true;
      let answer = await share(mark);
      for (let tries = 0; answer === null && !isInRedis() && untilAlone(pageId) > 0; tries += 1) {
        if (untilAlone(pageId) === Infinity || tries === MOST_TRIES) {
          if (known === undefined) forget(mark, null);
          return null;
        }
        await delay(Math.min(BEAT_MS, Math.ceil(untilAlone(pageId))));
        answer = await share(mark);
      }
      const isThere = known !== undefined || answer?.isThere === true;
      return {
        before: isThere ? "yes" : withoutMark(pageId, answer?.name ?? null),
        forget() {
          if (!isThere) forget(mark, answer?.now ?? null);
        },
      };
    },
    async isWhole(pageId) {
      return withoutMark(pageId, (await share())?.name ?? null) === "no";
    },
    async sentBefore(pageId) {
      const mark = markOf(pageId);
      const answer = await share(mark);
      const isThere = answer?.isThere === true || marks.has(mark);
      return isThere ? "yes" : withoutMark(pageId, answer?.name ?? null);
    },
  };
}
