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
 * KEYS: name, instances by their last sign of life, marks by their end, the instances that set each mark, and the name
 * of an earlier release. The member `whole` stands in for marks where there are none, so that their loss is noticed.
 * ARGV: a new name, this instance, the moment that it signs with (0: now), the number of marks to set and to take back,
 * those marks, and one to look for. Answers with the clock, the name, and 1 where another instance has set that mark.
 */
const SHARE = luaScript(
  "deletion-memory",
  `${LUA_NOW}
local name, instances, ends, marks, earlier = unpack(KEYS)
local own = ' ' .. ARGV[2]
local isLost = redis.call('EXISTS', name, instances, ends, marks) < 4 or redis.call('DEL', earlier) > 0
if redis.call('EXISTS', ends) == 0 then redis.call('DEL', marks) end
local function others(mark)
  local setBy = redis.call('HGET', marks, mark) or ''
  local from, to = string.find(setBy, own, 1, true)
  return from and setBy:sub(1, from - 1) .. setBy:sub(to + 1) or setBy
end
local function drop(mark)
  redis.call('ZREM', ends, mark)
  redis.call('HDEL', marks, mark)
end
local lastToSet = 5 + ARGV[4]
local lastToForget = lastToSet + ARGV[5]
for i = 6, lastToSet do
  redis.call('HSET', marks, ARGV[i], others(ARGV[i]) .. own)
  redis.call('ZADD', ends, now + ${KEPT_MS}, ARGV[i])
end
for i = lastToSet + 1, lastToForget do
  local left = others(ARGV[i])
  if left == '' then drop(ARGV[i]) else redis.call('HSET', marks, ARGV[i], left) end
end
local isThere = others(ARGV[lastToForget + 1]) ~= ''
redis.call('ZADD', ends, '+inf', 'whole')
redis.call('HSET', marks, 'whole', '')
for _, mark in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now)) do drop(mark) end
local over = redis.call('ZCARD', ends) - ${sharedBounds.sentDeletions.keys}
if over > 0 then
  for _, mark in ipairs(redis.call('ZRANGE', ends, 0, over - 1)) do drop(mark) end
end
local silent = redis.call('ZREMRANGEBYSCORE', instances, '-inf', now - ${LEASE_MS})
  + redis.call('ZREMRANGEBYSCORE', instances, '(' .. now, '+inf')
redis.call('ZADD', instances, ARGV[3] == '0' and now or math.min(now, ARGV[3]), ARGV[2])
if isLost or silent > 0 or over > 0 then redis.call('DEL', name) end
redis.call('SET', name, ARGV[1], 'NX')
for i = 1, 4 do redis.call('PEXPIRE', KEYS[i], ${KEPT_MS}) end
return { now, redis.call('GET', name), isThere and 1 or 0 }`,
);

const KEYS = [
  ...["name", "instances", "ends", "marks"].map((part) => `deletion:memory:${part}`),
  "deletion:memory",
];

const shared = z.tuple([z.number(), z.string(), z.number()]);

/** Most changes of marks that wait for Redis to be back: beyond it no deletion is sent, and none is taken back. */
const MOST_PENDING = 1_000;

/** How many names of earlier memories are known again. */
const MOST_NAMES = 20;

/** What is known of a deletion that a page, or its session, may have sent earlier. */
type SentBefore = "yes" | "no" | "unknown";

/** A deletion that may be sent now. */
interface MarkedDeletion {
  before: SentBefore;
  /** Takes back what was marked for this deletion alone, because it did not happen. */
  forget(): void;
}

export type DeletionMemory = ReturnType<typeof createDeletionMemory>;

const newName = () => randomBytes(6).toString("base64url");
const random = () => randomBytes(16).toString("base64url");

/**
 * Which deletions were sent, for a day. A missing mark means that none was sent only if nothing can have been forgotten
 * since the session began: by a restart, on another instance, or by an instance that was cut off from Redis. So a
 * session's id names the memory that it began in, and when.
 *
 * @param redis where all instances remember together; null for this process alone
 * @param fingerprint hashes what pages name a session by, so that whoever reads Redis does not learn it
 */
export function createDeletionMemory(redis: Redis | null, fingerprint: (text: string) => string) {
  const instance = random();
  /** The marks that this instance has set, and whether Redis has confirmed that. */
  const marks = createBoundedMap<"set" | "confirmed">("sentDeletions", { ttl: KEPT_MS });
  /** What Redis is to do with marks, and has not confirmed yet. */
  const pending = new Map<string, "set" | "forget">();
  let own = newName();
  /** What Redis last answered: its clock, and when that came by this process' clock. Null before the first answer. */
  let heard: { redis: number; at: number } | null = null;
  /** The names that the memory had, the newest first. */
  let names: string[] = [];

  const markOf = (pageId: string) => fingerprint(`page ${pageId}`);
  const pendingTo = (what: "set" | "forget") =>
    [...pending].flatMap(([mark, change]) => (change === what ? mark : []));

  /**
   * The memory's name, and whether another instance has set a mark; this one tells the others what they may not know.
   *
   * @returns null while Redis is away
   */
  async function share(mark = "") {
    if (redis === null) return { name: own, isThere: false };
    const [set, forget] = [pendingTo("set"), pendingTo("forget")];
    const counts = [set.length, forget.length];
    const args = [newName(), instance, heard?.redis ?? 0, ...counts, ...set, ...forget, mark];
    const answer = await ifThere<unknown>(redis.script(SHARE, KEYS, args), () => null);
    if (answer === null) return null;
    const [now, name, isThere] = shared.parse(answer);
    heard = { redis: now, at: performance.now() };
    if (name !== names[0]) names = [name, ...names].slice(0, MOST_NAMES);
    for (const one of set) {
      if (pending.get(one) !== "set") continue;
      pending.delete(one);
      marks.set(one, "confirmed");
    }
    for (const one of forget) if (pending.get(one) === "forget") pending.delete(one);
    return { name, isThere: isThere === 1 };
  }

  function forget(mark: string): void {
    marks.delete(mark);
    if (redis === null) return;
    if (pending.has(mark) || pending.size < MOST_PENDING) pending.set(mark, "forget");
    void share();
  }

  /** Whether a session without a mark has sent no deletion, or one that may have been forgotten. */
  function withoutMark(pageId: string, name: string | null): SentBefore {
    const [, memory = "", began = ""] = pageId.split(".");
    const age = Date.now() - Number.parseInt(began, 36) * 1000;
    const isKept = age < KEPT_MS - CLOCK_MARGIN_MS;
    return memory !== "" && isKept && memory === name ? "no" : "unknown";
  }

  /**
   * For how many milliseconds a deletion may not be sent yet that could not be marked in Redis. After that nobody says
   * of its session that there was none: it began without Redis, in a memory that has ended, or in the one that this
   * instance knew last, which has ended by then.
   */
  function untilAlone(pageId: string): number {
    const [, memory = ""] = pageId.split(".");
    if (memory === "" || names.indexOf(memory) > 0) return 0;
    if (heard === null || memory !== names[0]) return Infinity;
    return Math.max(0, heard.at + ALONE_AFTER_MS - performance.now());
  }

  if (redis !== null) {
    const beat = () => void share();
    redis.onUp(beat);
    beat();
    setInterval(beat, BEAT_MS).unref();
  }

  return {
    /** A random id for a session that begins now. */
    async newSessionId(): Promise<string> {
      const name = (await share())?.name ?? "";
      return `${name}.${Math.floor(Date.now() / 1000).toString(36)}.${random()}`;
    },
    /**
     * Call before a deletion is sent. While Redis is away it waits until the others know that they may not hear of it.
     *
     * @param pageId what pages name its session by; empty for none, which is never remembered
     * @returns null where it must not be sent now, as others would not hear of it and would say that there was none
     */
    async mark(pageId: string): Promise<MarkedDeletion | null> {
      const mark = markOf(pageId);
      const isAgain = marks.has(mark);
      if (pageId !== "") {
        if (redis !== null && pending.size >= MOST_PENDING && !pending.has(mark)) return null;
        // A full map forgets a mark, so that the memory begins anew.
        if (marks.size >= memoryBounds.sentDeletions.entries) own = newName();
        marks.set(mark, marks.get(mark) ?? "set");
        if (redis !== null) pending.set(mark, "set");
      }
      let answer = await share(mark);
      const isTold = () => answer !== null || marks.get(mark) === "confirmed";
      for (let tries = 0; !isTold() && untilAlone(pageId) > 0; tries += 1) {
        if (untilAlone(pageId) === Infinity || tries === MOST_TRIES) {
          if (!isAgain) forget(mark);
          return null;
        }
        await delay(Math.min(BEAT_MS, Math.ceil(untilAlone(pageId))));
        answer = await share(mark);
      }
      const isThere = isAgain || answer?.isThere === true;
      return {
        before: isThere ? "yes" : withoutMark(pageId, answer?.name ?? null),
        forget() {
          if (!isAgain) forget(mark);
        },
      };
    },
    /** Whether this instance's memory is the one that the session began in, so that it has forgotten nothing of it. */
    async isWhole(pageId: string): Promise<boolean> {
      return withoutMark(pageId, (await share())?.name ?? null) === "no";
    },
    /** Whether a deletion of the session was sent, by any instance. */
    async sentBefore(pageId: string): Promise<SentBefore> {
      const mark = markOf(pageId);
      const answer = await share(mark);
      const isThere = answer?.isThere === true || marks.has(mark);
      return isThere ? "yes" : withoutMark(pageId, answer?.name ?? null);
    },
  };
}
