import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createBoundedMap, memoryBounds, sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { withFallback } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";

/** How long a sent deletion is remembered. */
const MEMORY_MS = 24 * 60 * 60_000;

/** Interval at which each instance signals that it can reach Redis. */
const HEARTBEAT_MS = 500;

/** An instance without a signal for this long may be cut off from Redis, and send deletions that Redis misses. */
const LEASE_MS = 3_000;

/** After being cut off for this long an instance may send deletions without Redis: its lease has expired for all clocks. */
const ALONE_AFTER_MS = LEASE_MS + 1_500;

/** Most attempts to record a deletion in Redis before it is postponed. Together they take longer than ALONE_AFTER_MS. */
const MAX_TRIES = 2 + ALONE_AFTER_MS / HEARTBEAT_MS;

/** A mark counts as expired this much earlier, because the clocks of machines differ. */
const CLOCK_MARGIN_MS = 60 * 60_000;

/**
 * One atomic step for marks, heartbeat and query. The heartbeat carries the time of the last reply that the instance
 * received: a script that Redis runs late, and whose reply is lost, extends no lease. The memory starts anew, with a
 * new name, when an instance fell silent, when the memory is full, and when Redis has lost a part of it; also while
 * instances of an earlier release run, which set their own name before each deletion.
 *
 * KEYS: name, instances by last heartbeat, marks by expiry, the instances that set each mark, and the name key of an
 * earlier release. The member `whole` is always present, so that the loss of marks is noticed. ARGV: a new name, this
 * instance, the time of its heartbeat (0: now), the number of marks to set and to remove, those marks, and a mark to
 * look up. Answers with the clock, the name, and 1 if another instance has set the looked-up mark.
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
  redis.call('ZADD', ends, now + ${MEMORY_MS}, ARGV[i])
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
for i = 1, 4 do redis.call('PEXPIRE', KEYS[i], ${MEMORY_MS}) end
return { now, redis.call('GET', name), isThere and 1 or 0 }`,
);

const KEYS = [
  ...["name", "instances", "ends", "marks"].map((part) => `deletion:memory:${part}`),
  "deletion:memory",
];

const shareReply = z.tuple([z.number(), z.string(), z.number()]);

/** Most changes of marks that wait for Redis. Beyond this no deletion is sent, and no mark is removed. */
const MAX_PENDING = 1_000;

/** Number of recent memory names that are kept. */
const MAX_NAMES = 20;

/** Whether a page or its session has sent a deletion earlier. */
type SentBefore = "yes" | "no" | "unknown";

/** A deletion that may be sent now. */
interface MarkedDeletion {
  before: SentBefore;
  /** Removes the mark if it was set only for this deletion, because the deletion did not happen. */
  forget(): void;
}

export type DeletionMemory = ReturnType<typeof createDeletionMemory>;

const newName = () => randomBytes(6).toString("base64url");
const random = () => randomBytes(16).toString("base64url");

/**
 * Records for a day which deletions were sent. A missing mark only proves that none was sent if no mark can have been
 * lost since the session began: by a restart, on another instance, or by an instance that was cut off from Redis. So a
 * session's id contains the name of the memory that it began in, and its start time.
 *
 * @param redis the memory that all instances share; null for this process alone
 * @param fingerprint hashes page ids of sessions, so that readers of Redis do not learn them
 */
export function createDeletionMemory(redis: Redis | null, fingerprint: (text: string) => string) {
  const instance = random();
  /** The marks that this instance has set, and whether Redis has confirmed them. */
  const marks = createBoundedMap<"set" | "confirmed">("sentDeletions", { ttl: MEMORY_MS });
  /** Changes of marks that Redis has not confirmed yet. */
  const pending = new Map<string, "set" | "forget">();
  let own = newName();
  /** The last reply: the clock of Redis, and the arrival by this process's monotonic clock. Null before the first. */
  let lastReply: { redis: number; at: number } | null = null;
  /** The latest names of the shared memory, the newest first. */
  let names: string[] = [];

  const markOf = (pageId: string) => fingerprint(`page ${pageId}`);
  const pendingTo = (what: "set" | "forget") =>
    [...pending].flatMap(([mark, change]) => (change === what ? mark : []));

  /**
   * Sends pending marks and a heartbeat. Returns the memory's name, and whether another instance has set `mark`.
   *
   * @returns null while Redis is down
   */
  async function share(mark = "") {
    if (redis === null) return { name: own, isThere: false };
    const [set, forget] = [pendingTo("set"), pendingTo("forget")];
    const counts = [set.length, forget.length];
    const args = [newName(), instance, lastReply?.redis ?? 0, ...counts, ...set, ...forget, mark];
    const answer = await withFallback<unknown>(redis.script(SHARE, KEYS, args), () => null);
    if (answer === null) return null;
    const [now, name, isThere] = shareReply.parse(answer);
    lastReply = { redis: now, at: performance.now() };
    if (name !== names[0]) names = [name, ...names].slice(0, MAX_NAMES);
    for (const key of set) {
      if (pending.get(key) !== "set") continue;
      pending.delete(key);
      marks.set(key, "confirmed");
    }
    for (const key of forget) if (pending.get(key) === "forget") pending.delete(key);
    return { name, isThere: isThere === 1 };
  }

  function forget(mark: string): void {
    marks.delete(mark);
    if (redis === null) return;
    if (pending.has(mark) || pending.size < MAX_PENDING) pending.set(mark, "forget");
    void share();
  }

  /** Whether a session without a mark has sent no deletion, or may have sent one whose mark was lost. */
  function withoutMark(pageId: string, name: string | null): SentBefore {
    const [, memory = "", startedAt = ""] = pageId.split(".");
    const age = Date.now() - Number.parseInt(startedAt, 36) * 1000;
    const isKept = age < MEMORY_MS - CLOCK_MARGIN_MS;
    return memory !== "" && isKept && memory === name ? "no" : "unknown";
  }

  /**
   * Milliseconds until a deletion may be sent although it could not be marked in Redis. After that no instance claims
   * that its session sent none: the session began without Redis, in an earlier memory, or in the last known memory,
   * which has ended by then.
   */
  function untilAlone(pageId: string): number {
    const [, memory = ""] = pageId.split(".");
    if (memory === "" || names.indexOf(memory) > 0) return 0;
    if (lastReply === null || memory !== names[0]) return Infinity;
    return Math.max(0, lastReply.at + ALONE_AFTER_MS - performance.now());
  }

  if (redis !== null) {
    const heartbeat = () => void share();
    redis.onUp(heartbeat);
    heartbeat();
    setInterval(heartbeat, HEARTBEAT_MS).unref();
  }

  return {
    /** Creates a random id for a session that begins now. */
    async newSessionId(): Promise<string> {
      const name = (await share())?.name ?? "";
      return `${name}.${Math.floor(Date.now() / 1000).toString(36)}.${random()}`;
    },
    /**
     * To be called before a deletion is sent. While Redis is down, it waits until this instance's lease has expired.
     *
     * @param pageId the page id of the session; empty for none, which is never remembered
     * @returns null when the deletion must not be sent now, because other instances would claim that there was none
     */
    async mark(pageId: string): Promise<MarkedDeletion | null> {
      const mark = markOf(pageId);
      const isAgain = marks.has(mark);
      if (pageId !== "") {
        if (redis !== null && pending.size >= MAX_PENDING && !pending.has(mark)) return null;
        // A full map drops a mark, so the memory gets a new name.
        if (marks.size >= memoryBounds.sentDeletions.entries) own = newName();
        marks.set(mark, marks.get(mark) ?? "set");
        if (redis !== null) pending.set(mark, "set");
      }
      let answer = await share(mark);
      const isConfirmed = () => answer !== null || marks.get(mark) === "confirmed";
      for (let tries = 0; !isConfirmed() && untilAlone(pageId) > 0; tries += 1) {
        if (untilAlone(pageId) === Infinity || tries === MAX_TRIES) {
          if (!isAgain) forget(mark);
          return null;
        }
        await delay(Math.min(HEARTBEAT_MS, Math.ceil(untilAlone(pageId))));
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
    /** Whether the memory is still the one that the session began in, so that no mark of the session was lost. */
    async isWhole(pageId: string): Promise<boolean> {
      return withoutMark(pageId, (await share())?.name ?? null) === "no";
    },
    /** Whether any instance has sent a deletion of the session. */
    async sentBefore(pageId: string): Promise<SentBefore> {
      const mark = markOf(pageId);
      const answer = await share(mark);
      const isThere = answer?.isThere === true || marks.has(mark);
      return isThere ? "yes" : withoutMark(pageId, answer?.name ?? null);
    },
  };
}
