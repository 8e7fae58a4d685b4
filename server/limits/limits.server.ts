import { AsyncResource } from "node:async_hooks";
import { createHash } from "node:crypto";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { clientNetwork } from "../process/request-context.server";
import { createBoundedMap } from "../process/memory-bounds.server";
import type { Redis } from "../redis/redis.server";

/**
 * All limits of this site: a number of uses (`points`) within a number of seconds, counted for each key. They apply
 * regardless of the limits of the upstream.
 */
export const limitRules = {
  /** One code a minute. The page shows a countdown of this wait. */
  sendAgain: { points: 1, seconds: 60, countedBy: "phone and network" },
  sendPerHour: { points: 5, seconds: 3600, countedBy: "phone and network" },
  /** Codes to one phone from all networks. Higher than the limit of one network, which alone cannot block a phone. */
  sendPerNumber: { points: 20, seconds: 3600, countedBy: "phone" },
  /** Tries of any outcome. Generous, because carrier networks put many people behind one address. */
  sendPerAddress: { points: 60, seconds: 3600, countedBy: "client address" },
  /** The window is the longest lifetime of the session that the codes belong to. */
  wrongCode: { points: 5, seconds: 900, countedBy: "OTP session" },
  /** Tries of any outcome: an upstream that fails must not allow further guesses. */
  codeTry: { points: 10, seconds: 900, countedBy: "OTP session" },
  /** Uncached reads of the core API for views that a visitor chose. Default views are not counted. */
  chosenRead: { points: 600, seconds: 60, countedBy: "client address" },
  contactForm: { points: 5, seconds: 3600, countedBy: "client address" },
  /** Tries of any outcome. A message that the service has certainly not accepted counts here, not in `contactForm`. */
  contactTry: { points: 20, seconds: 3600, countedBy: "client address" },
} as const;

export type LimitName = keyof typeof limitRules;

/** One use to count: its rule and its key. */
export interface Use {
  rule: LimitName;
  /** The counted text, perhaps private: counters get only its fingerprint. An address counts as its network. */
  key: string;
}

/**
 * `left`: the remaining uses of each rule. `rule`: the rule that refuses longest; `until`: when that ends (ms since 1970).
 */
type TakeResult =
  | { ok: true; left: Partial<Record<LimitName, number>> }
  | { ok: false; rule: LimitName; until: number };

export type Limits = ReturnType<typeof createLimits>;

/** The window of one use: the remaining uses, and when it ends, in milliseconds since 1970. */
interface Window {
  rule: LimitName;
  left: number;
  until: number;
}

/**
 * Creates the limits of {@link limitRules}. With Redis all instances count together; while it is away, each counts by
 * itself.
 *
 * @param onFull called with each rule that refused a use
 */
export function createLimits(
  redis: Pick<Redis, "client" | "prefix"> | null = null,
  onFull?: (rule: LimitName) => void,
) {
  const locals = forEachRule((rule) => new RateLimiterMemory(optionsOf(rule)));
  const limiters: Record<LimitName, RateLimiterAbstract> = redis
    ? forEachRule((rule) => {
        return new RateLimiterRedis({
          ...optionsOf(rule),
          storeClient: redis.client,
          keyPrefix: `${redis.prefix}limit`,
          rejectIfRedisNotReady: true,
          insuranceLimiter: locals[rule],
        });
      })
    : locals;
  // The limiters in memory are unbounded: beyond this bound the least recently used window is forgotten.
  const windows = createBoundedMap<LimitName>("limitWindows", {
    dispose: (rule, name) => void locals[rule].delete(name),
  });
  // A limiter sets a timer of up to an hour per window. Without this, timers would keep contexts of requests in memory.
  const outsideRequests = new AsyncResource("limits");

  async function count({ rule, key }: Use): Promise<Window> {
    const name = nameOf(rule, key);
    windows.set(name, rule);
    const counted = outsideRequests.runInAsyncScope(() => limiters[rule].consume(name));
    const result = await counted.catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    });
    return windowOf(rule, result);
  }

  const read = async ({ rule, key }: Use) =>
    windowOf(rule, await limiters[rule].get(nameOf(rule, key)));
  const readAll = (uses: readonly Use[]) => Promise.all(uses.map(read));

  /** Reverts the counts of `take`, for an action that did not happen after all. */
  async function giveBack(uses: readonly Use[]): Promise<void> {
    const given = uses.map(async ({ rule, key }) => {
      const [limiter, name] = [limiters[rule], nameOf(rule, key)];
      const { consumedPoints } = await limiter.reward(name);
      // An unused window ends, so that the next use begins a whole one.
      if (consumedPoints <= 0) await limiter.delete(name);
    });
    await Promise.all(given);
  }

  function refuse({ rule, until }: Window): TakeResult {
    onFull?.(rule);
    return { ok: false, rule, until };
  }

  return {
    giveBack,
    /** Counts all uses, or none when one of them is over its limit. */
    async take(uses: readonly Use[]): Promise<TakeResult> {
      const full = longestFull(await readAll(uses));
      if (full) return refuse(full);
      const left: Partial<Record<LimitName, number>> = {};
      // One after the other, so that of concurrent takes the one that gets the first use gets them all.
      for (const [index, use] of uses.entries()) {
        const window = await count(use);
        if (window.left < 0) {
          await giveBack(uses.slice(0, index + 1));
          return refuse(window);
        }
        left[use.rule] = window.left;
      }
      return { ok: true, left };
    },
    /** When `take` would allow the uses, in milliseconds since 1970; 0 when it would allow them now. */
    async freeAt(uses: readonly Use[]): Promise<number> {
      return longestFull(await readAll(uses))?.until ?? 0;
    },
    /** How many more times `take` would allow the uses. */
    async left(uses: readonly Use[]): Promise<number> {
      return Math.max(0, Math.min(...(await readAll(uses)).map(({ left }) => left)));
    },
  };
}

/**
 * The value of a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, at least one.
 *
 * @param until milliseconds since 1970, as is `now`
 */
export function retryAfter(until: number, now = Date.now()): string {
  return String(Math.max(1, Math.ceil((until - now) / 1000)));
}

function forEachRule<T>(create: (rule: LimitName) => T): Record<LimitName, T> {
  const rules = Object.keys(limitRules) as LimitName[]; // the table has no other keys
  return Object.fromEntries(rules.map((rule) => [rule, create(rule)])) as Record<LimitName, T>;
}

function optionsOf(rule: LimitName) {
  const { points, seconds: duration } = limitRules[rule];
  return { points, duration };
}

/** The counted name: private texts are hashed, and a client's address counts as its network. */
function nameOf(rule: LimitName, key: string): string {
  const { countedBy } = limitRules[rule];
  return `${rule}:${fingerprint(countedBy === "client address" ? clientNetwork(key) : key)}`;
}

/** Prefix that makes these names differ from all other hashes of the same text. */
const DOMAIN = "pulse counter\0";

/**
 * The name under which a private text (a phone number, an OTP session) is counted, the same on every instance.
 *
 * The hash has no key. A key would have to be shared by all instances and outlive each `SESSION_SECRET`, or a rotation
 * would reset every limit; then the key would be stored in Redis beside the names. Without a key, phone numbers are few
 * enough to be tried out by a reader of Redis, who would learn who asked for a code within the last hour. So names live
 * no longer than their counts, and Redis belongs inside the network, behind a password, without dumps.
 */
export function fingerprint(text: string): string {
  return createHash("sha256").update(DOMAIN).update(text).digest("base64url");
}

/** @param result null for a window that has not begun */
function windowOf(rule: LimitName, result: RateLimiterRes | null): Window {
  const { consumedPoints = 0, msBeforeNext = 0 } = result ?? {};
  // A busy process removes a window late.
  const left = limitRules[rule].points - (msBeforeNext > 0 ? consumedPoints : 0);
  return { rule, left, until: Date.now() + Math.max(0, msBeforeNext) };
}

/** The full window that ends last. */
function longestFull(windows: Window[]): Window | undefined {
  return windows.filter(({ left }) => left <= 0).sort((a, b) => b.until - a.until)[0];
}
