import { RateLimiterMemory, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { LimitRule } from "./limit-rules.server";

/**
 * Makes the counter behind one rule. Where the counts live is the store's matter alone: the library's
 * `RateLimiterRedis`, with a memory limiter as its insurance, fits in the same place.
 */
export type LimiterStore = (name: string, rule: LimitRule) => RateLimiterAbstract;

/** Counts in this process. */
export const memoryStore: LimiterStore = (name, { points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
