import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { UpstreamCall } from "../upstream/http-client.server";
import { createLastHour } from "./last-hour.server";

/** Calls to one endpoint of an upstream within the last hour. */
export interface EndpointLatency {
  upstream: string;
  /** `GET /dashboard/metrics` */
  endpoint: string;
  calls: number;
  failed: number;
  /** Milliseconds within which half of the calls had ended. */
  p50: number;
  /** Milliseconds within which 95 of 100 had. */
  p95: number;
}

export interface UpstreamLatency {
  record(call: UpstreamCall): void;
  /** By upstream, then endpoint. */
  lastHour(): EndpointLatency[];
}

/** Paths are our own, so there are few; whatever comes beyond is counted as one. */
const MOST_ENDPOINTS = 40;
const OTHER = "other";

/** Tenths of a millisecond up to a minute, to a tenth of what is measured: 2 KB each. */
const UNITS_PER_MS = 10;
const RANGE = { lowest: 1, highest: 60_000 * UNITS_PER_MS, figures: 1 };

interface Calls {
  times: RecordableHistogram;
  failed: number;
}

/** Times of calls, a histogram for each endpoint and minute. */
export function createUpstreamLatency(elapsed?: () => number): UpstreamLatency {
  const endpoints = new Map<string, { upstream: string; endpoint: string }>();
  const minutes = createLastHour(() => new Map<string, Calls>(), elapsed);

  function nameOf({ upstream, method, endpoint: path }: UpstreamCall): string {
    const endpoint = `${method} ${path}`;
    const name = `${upstream} ${endpoint}`;
    if (endpoints.has(name)) return name;
    if (endpoints.size >= MOST_ENDPOINTS) return OTHER;
    endpoints.set(name, { upstream, endpoint });
    return name;
  }

  return {
    record(call) {
      const name = nameOf(call);
      const minute = minutes.now();
      const calls = minute.get(name) ?? { times: createHistogram(RANGE), failed: 0 };
      minute.set(name, calls);
      const units = Math.round(call.seconds * 1000 * UNITS_PER_MS);
      calls.times.record(Math.min(Math.max(units, RANGE.lowest), RANGE.highest));
      if (call.outcome !== "ok" && call.outcome !== "declined") calls.failed += 1;
    },
    lastHour() {
      const sums = new Map<string, Calls>();
      for (const minute of minutes.all()) {
        for (const [name, { times, failed }] of minute) {
          const sum = sums.get(name) ?? { times: createHistogram(RANGE), failed: 0 };
          sum.times.add(times);
          sum.failed += failed;
          sums.set(name, sum);
        }
      }
      return [...sums].sort().map(([name, { times, failed }]) => ({
        ...(endpoints.get(name) ?? { upstream: OTHER, endpoint: OTHER }),
        calls: times.count,
        failed,
        p50: times.percentile(50) / UNITS_PER_MS,
        p95: times.percentile(95) / UNITS_PER_MS,
      }));
    },
  };
}
