import {
  isRealLimit,
  limitRules,
  type LimitName,
  type RealLimit,
} from "../limits/limit-rules.server";
import { concurrencyLimits } from "../limits/concurrency-limits.server";
import { createLastHour } from "./last-hour.server";

/** What has a limit: a rule, or something that so many may have open at once. */
export type Limited = RealLimit | keyof typeof concurrencyLimits;

/** How often a limit said no. */
export interface LimitHits {
  limit: Limited;
  lastHour: number;
  sinceStart: number;
}

export interface LimitHitCounts {
  hit(limit: Limited): void;
  /** Every limit, also one that was never reached. */
  all(): LimitHits[];
}

// Both tables' keys are what their types say.
const rules = (Object.keys(limitRules) as LimitName[]).filter(isRealLimit);
const limits: Limited[] = [
  ...rules,
  ...(Object.keys(concurrencyLimits) as (keyof typeof concurrencyLimits)[]),
];

export function createLimitHitCounts(elapsed?: () => number): LimitHitCounts {
  const sinceStart = new Map<Limited, number>();
  const minutes = createLastHour(() => new Map<Limited, number>(), elapsed);
  const add = (counts: Map<Limited, number>, limit: Limited) =>
    counts.set(limit, (counts.get(limit) ?? 0) + 1);

  return {
    hit(limit) {
      add(sinceStart, limit);
      add(minutes.now(), limit);
    },
    all() {
      const hour = minutes.all();
      return limits.map((limit) => ({
        limit,
        lastHour: hour.reduce((sum, counts) => sum + (counts.get(limit) ?? 0), 0),
        sinceStart: sinceStart.get(limit) ?? 0,
      }));
    },
  };
}
