import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { concurrencyLimits } from "../limits/concurrency-limits.server";
import { isRealLimit, limitRules, type LimitName, type RealLimit } from "../limits/limits.server";
import type { UpstreamCall } from "../upstream/http-client.server";

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Counts by name for each minute of the last hour. */
export interface LastHour<T> {
  /** Returns the count of a name in the current minute; `create` makes a new one. */
  now(name: string, create: () => T): T;
  /** Returns the counts of each name in the last 60 minutes, the oldest first. */
  byName(): Map<string, T[]>;
}

/** @param elapsed monotonic milliseconds */
export function createLastHour<T>(elapsed = () => performance.now()): LastHour<T> {
  const minutes = new Map<number, Map<string, T>>();

  function thisMinute(): number {
    const minute = Math.floor(elapsed() / MINUTE_MS);
    for (const key of minutes.keys()) if (key <= minute - MINUTES) minutes.delete(key);
    return minute;
  }

  return {
    now(name, create) {
      const minute = thisMinute();
      const counts = minutes.get(minute) ?? new Map<string, T>();
      minutes.set(minute, counts);
      const count = counts.get(name) ?? create();
      counts.set(name, count);
      return count;
    },
    byName() {
      thisMinute();
      const names = new Map<string, T[]>();
      for (const counts of minutes.values()) {
        for (const [name, count] of counts) names.set(name, [...(names.get(name) ?? []), count]);
      }
      return names;
    },
  };
}

/** Calls to one endpoint of an upstream within the last hour. */
export interface EndpointLatency {
  upstream: string;
  /** `GET /dashboard/metrics` */
  endpoint: string;
  calls: number;
  failed: number;
  /** Milliseconds within which half of the calls ended. */
  p50: number;
  /** Milliseconds within which 95 % of the calls ended. */
  p95: number;
}

export interface UpstreamLatency {
  record(call: UpstreamCall): void;
  /** Returns a row per endpoint, sorted by upstream and endpoint. */
  lastHour(): EndpointLatency[];
}

/** A histogram counts tenths of a millisecond up to one minute with one significant digit, and takes 2 KB. */
const UNITS_PER_MS = 10;
const RANGE = { lowest: 1, highest: 60_000 * UNITS_PER_MS, figures: 1 };

/** Measures the times of calls, in a histogram per endpoint and minute. Endpoints are our own paths, so few exist. */
export function createUpstreamLatency(elapsed?: () => number): UpstreamLatency {
  interface Calls extends Pick<EndpointLatency, "upstream" | "endpoint" | "failed"> {
    times: RecordableHistogram;
  }
  const hour = createLastHour<Calls>(elapsed);
  return {
    record({ upstream, method, endpoint: path, outcome, seconds }) {
      const endpoint = `${method} ${path}`;
      const calls = hour.now(`${upstream} ${endpoint}`, () => {
        return { upstream, endpoint, times: createHistogram(RANGE), failed: 0 };
      });
      const units = Math.round(seconds * 1000 * UNITS_PER_MS);
      calls.times.record(Math.min(Math.max(units, RANGE.lowest), RANGE.highest));
      if (outcome !== "ok" && outcome !== "declined") calls.failed += 1;
    },
    lastHour: () =>
      [...hour.byName()].sort().flatMap(([, [first, ...others]]) => {
        if (!first) return [];
        const times = createHistogram(RANGE);
        for (const minute of [first, ...others]) times.add(minute.times);
        return {
          upstream: first.upstream,
          endpoint: first.endpoint,
          calls: times.count,
          failed: others.reduce((sum, { failed }) => sum + failed, first.failed),
          p50: times.percentile(50) / UNITS_PER_MS,
          p95: times.percentile(95) / UNITS_PER_MS,
        };
      }),
  };
}

/** Name of a limit: a rate limit, or a limit of how many may be open at once. */
export type Limited = RealLimit | keyof typeof concurrencyLimits;

/** How often a limit was reached. */
export interface LimitHits {
  limit: Limited;
  lastHour: number;
  sinceStart: number;
}

export interface LimitHitCounts {
  hit(limit: Limited): void;
  /** Returns every limit, including those that were never reached. */
  all(): LimitHits[];
}

// `Object.keys` loses the key types of both tables.
const limits: Limited[] = [
  ...(Object.keys(limitRules) as LimitName[]).filter(isRealLimit),
  ...(Object.keys(concurrencyLimits) as (keyof typeof concurrencyLimits)[]),
];

export function createLimitHitCounts(elapsed?: () => number): LimitHitCounts {
  const sinceStart = new Map<Limited, number>();
  const hour = createLastHour<{ hits: number }>(elapsed);
  return {
    hit(limit) {
      sinceStart.set(limit, (sinceStart.get(limit) ?? 0) + 1);
      hour.now(limit, () => ({ hits: 0 })).hits += 1;
    },
    all() {
      const minutes = hour.byName();
      return limits.map((limit) => ({
        limit,
        lastHour: (minutes.get(limit) ?? []).reduce((sum, { hits }) => sum + hits, 0),
        sinceStart: sinceStart.get(limit) ?? 0,
      }));
    },
  };
}
