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

/** A cut-off instance waits so long before it sends one: by then its lease has ended, although clocks differ a little. */
const ALONE_AFTER_MS = LEASE_MS + 500;

/**
 * One step, so that a mark, the sign of life and what is asked belong together. An instance signs with the moment of
 * the last answer that it has got: a script that Redis runs late, and whose answer nobody gets, prolongs no lease.
 * The memory begins anew when an instance was not heard of, and when it is full.
 *
 * KEYS: name, instances by their last sign of life, marks by their end. ARGV: a new name, this instance, the moment
 * that it signs with (0: now), the number of marks to set, the marks to set, the marks to look for. Answers with the
 * clock, the name, and a list of which were there before.
 */
const SHARE = luaScript(
  "deletion-memory",
  `${LUA_NOW}
local name, instances, sent = unpack(KEYS)
local there = {}
for i = 5, #ARGV do there[i - 4] = redis.call('ZSCORE', sent, ARGV[i]) and 1 or 0 end
for i = 5, 4 + ARGV[4] do redis.call('ZADD', sent, now + ${KEPT_MS}, ARGV[i]) end
redis.call('ZREMRANGEBYSCORE', sent, '-inf', now)
local over = redis.call('ZCARD', sent) - ${sharedBounds.sentDeletions.keys}
if over > 0 then redis.call('ZPOPMIN', sent, over) end
local silent = redis.call('ZREMRANGEBYSCORE', instances, '-inf', now - ${LEASE_MS})
  + redis.call('ZREMRANGEBYSCORE', instances, '(' .. now, '+inf')
redis.call('ZADD', instances, ARGV[3] == '0' and now or math.min(now, ARGV[3]), ARGV[2])
if silent > 0 or over > 0 then redis.call('DEL', name) end
redis.call('SET', name, ARGV[1], 'NX')
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${KEPT_MS}) end
return { now, redis.call('GET', name), there }`,
);

/** KEYS: marks. ARGV: those to take back. */
const FORGET = luaScript("deletion-forget", "redis.call('ZREM', KEYS[1], unpack(ARGV))");

const [NAME, INSTANCES, SENT] = ["name", "instances", "sent"].map(
  (key) => `deletion:memory:${key}`,
) as [string, string, string]; // three in, three out

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
   * Call before a deletion is sent; while Redis is away it waits until the other instances know that they may not hear
   * of it.
   *
   * @param keys what it is remembered by: the idempotency key of its page, and what pages name its session by
   * @returns null where it must not be sent now
   */
  mark(keys: SentBy): Promise<MarkedDeletion | null>;
  /** Whether one was sent. */
  sentBefore(keys: SentBy): Promise<SentBefore>;
  /** Whether nothing has been forgotten since a session began. @param pageId what pages name it by */
  isWhole(pageId: string): Promise<boolean>;
}

/** Each may be empty: a request without a key, or of no session, cannot be told from others. */
export interface SentBy {
  idempotencyKey: string;
  pageId: string;
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
  /** Redis' clock in its last answer, and this process' clock when that came; null before the first. */
  let heard: { redis: number; at: number } | null = null;

  const markOfPage = (pageId: string) => fingerprint(`page ${pageId}`);
  const marksOf = ({ idempotencyKey, pageId }: SentBy) => [
    ...(idempotencyKey === "" ? [] : [fingerprint(idempotencyKey)]),
    ...(pageId === "" ? [] : [markOfPage(pageId)]),
  ];

  /**
   * The memory's name, and whether one of the marks is there already; this instance tells the others what they may not
   * know.
   *
   * @returns null while Redis is away
   */
  async function share(asked: readonly string[] = []) {
    if (redis === null) return { name: own, isThere: false };
    const toSet = [...unshared];
    const args = [newName(), instance, heard?.redis ?? 0, toSet.length, ...toSet, ...asked];
    const script = redis.script(SHARE, [NAME, INSTANCES, SENT], args);
    const answer = await ifThere<unknown>(script, () => null);
    if (answer === null) return null;
    const [now, name, there] = shared.parse(answer);
    heard = { redis: now, at: performance.now() };
    for (const mark of toSet) {
      unshared.delete(mark);
      marks.set(mark, { isShared: true });
    }
    return { name, isThere: there.slice(toSet.length).includes(1) };
  }

  function remember(mark: string): void {
    // Beyond the bound one is forgotten.
    if (marks.size >= memoryBounds.sentDeletions.entries) own = newName();
    if (unshared.size >= MOST_UNSHARED) unshared.clear();
    marks.set(mark, { isShared: false });
    if (redis !== null) unshared.add(mark);
  }

  function forget(some: readonly string[]): void {
    for (const mark of some) {
      marks.delete(mark);
      unshared.delete(mark);
    }
    if (redis !== null && some.length > 0)
      void ifThere<unknown>(redis.script(FORGET, [SENT], [...some]), () => null);
  }

  /** What it says of a session that there is no mark of it. */
  function withoutMark(pageId: string, name: string | null): SentBefore {
    const [, memory = "", began = ""] = pageId.split(".");
    const isKept = Date.now() - Number.parseInt(began, 36) * 1000 < KEPT_MS;
    return memory !== "" && isKept && memory === name ? "no" : "unknown";
  }

  /** Whether a deletion may be sent that could not be marked in Redis. */
  async function mayBeSentAlone(pageId: string): Promise<boolean> {
    // Of a session that began without Redis, nobody says that nothing was deleted.
    const [, memory = ""] = pageId.split(".");
    const isShared = () => marks.get(markOfPage(pageId))?.isShared === true;
    if (memory === "" || isShared()) return true;
    const last = heard;
    if (last === null) return false;
    await delay(Math.max(0, last.at + ALONE_AFTER_MS - performance.now()));
    await share();
    return heard === last || isShared();
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
    async mark(by) {
      const asked = marksOf(by);
      const added = asked.filter((mark) => !marks.has(mark));
      added.forEach(remember);
      const answer = await share(asked);
      if (answer === null && !(await mayBeSentAlone(by.pageId))) {
        forget(added);
        return null;
      }
      const isThere = added.length < asked.length || answer?.isThere === true;
      return {
        before: isThere ? "yes" : withoutMark(by.pageId, answer?.name ?? null),
        forget: () => forget(added),
      };
    },
    async isWhole(pageId) {
      return withoutMark(pageId, (await share())?.name ?? null) === "no";
    },
    async sentBefore(by) {
      const asked = marksOf(by);
      const answer = await share(asked);
      const isThere = answer?.isThere === true || asked.some((mark) => marks.has(mark));
      return isThere ? "yes" : withoutMark(by.pageId, answer?.name ?? null);
    },
  };
}
