import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { resources } from "../dashboard/resources.server";
import { limitRules } from "../limits/limit-rules.server";
import { concurrencyLimits } from "../limits/concurrency-limits.server";
import type { UpstreamCall } from "../upstream/http-client.server";
import { exposeGauges, type Gauges } from "./metrics-gauges.server";

/** What the browser measures of a page view (web.dev/vitals). */
export const webVitals = ["LCP", "INP", "CLS", "TTFB", "FCP"] as const;

export type WebVital = (typeof webVitals)[number];

/** Seconds; the buckets that OpenTelemetry recommends for `http.server.request.duration`. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Seconds, around the times for which answers are fresh, and up to the day for which they are served at all. */
const AGES = [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400];

/** Seconds of web vitals; among them what is called good and poor of each. */
const VITALS = [0.05, 0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10];

/** How a call to an upstream that was sent may end. */
const OUTCOMES = [
  "ok",
  "declined",
  "http",
  "timeout",
  "connection",
  "invalid",
  "too-large",
] as const satisfies UpstreamCall["outcome"][];

/** What each tier did for a read, by how the read ended: a stale entry is served while a newer one is fetched. */
const TIERS: Partial<
  Record<string, { process: "hit" | "stale" | "miss"; redis?: "hit" | "miss" }>
> = {
  fresh: { process: "hit" },
  refreshing: { process: "stale" },
  stale: { process: "stale" },
  shared: { process: "miss", redis: "hit" },
  miss: { process: "miss", redis: "miss" },
  failed: { process: "miss" },
};

/** What `limit_hits_total` counts. */
const limited = [
  ...Object.keys(limitRules),
  ...Object.keys(concurrencyLimits).flatMap((name) => [`${name}-client-full`, `${name}-all-full`]),
];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What is measured, in Prometheus' naming. No label ever holds what a visitor typed. What alerts watch begins with 0:
 * Prometheus sees no rise in a series that was not there before.
 *
 * @param options `process`: whether memory, CPU and event loop of the process are measured as well; `redis`: whether
 *   there is one
 */
export function createMetrics(options: { process: boolean; redis: boolean }) {
  const registry = new Registry();
  const registers = [registry];
  if (options.process) collectDefaultMetrics({ register: registry });

  /** One response of this server; `route` is one of a bounded set. */
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer",
    labelNames: ["method", "route", "status"] as const,
    buckets: DURATIONS,
    registers,
  });
  const httpRefusals = new Counter({
    name: "http_refusals_total",
    help: "Requests that were refused before any page saw them; busy is overload",
    labelNames: ["reason"] as const,
    registers,
  });
  const cspViolations = new Counter({
    name: "csp_violations_total",
    help: "Violations of the Content-Security-Policy that browsers reported",
    labelNames: ["directive"] as const,
    registers,
  });
  const limitHits = new Counter({
    name: "limit_hits_total",
    help: "Times that a limit said no",
    labelNames: ["rule"] as const,
    registers,
  });
  for (const rule of limited) limitHits.inc({ rule }, 0);
  const exportRows = new Counter({
    name: "export_rows_total",
    help: "Trips that were read for exports",
    registers,
  });

  const redisCalls = new Histogram({
    name: "redis_operation_duration_seconds",
    help: "Time of one operation on Redis; refused at once while it is away",
    labelNames: ["operation", "outcome"] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.03, 0.1],
    registers,
  });
  const redisUp = new Gauge({
    name: "redis_up",
    help: "1 while Redis answers and takes writes",
    registers,
  });
  // Without a Redis there is nothing to say, and with one nothing before it has said something.
  redisUp.remove();

  const upstreamDurations = new Histogram({
    name: "upstream_request_duration_seconds",
    help: "Time of one call to an upstream, body included",
    labelNames: ["upstream", "method", "endpoint", "outcome"] as const,
    buckets: DURATIONS,
    registers,
  });
  // The histogram has too many series to begin all of them with 0.
  const upstreamCalls = new Counter({
    name: "upstream_requests_total",
    help: "Calls to an upstream by how they ended; declined is a 4xx other than 408 and 429",
    labelNames: ["upstream", "outcome"] as const,
    registers,
  });

  const cacheReads = new Counter({
    name: "cache_reads_total",
    help: "Reads of the cache by what they met",
    labelNames: ["policy", "outcome"] as const,
    registers,
  });
  for (const policy of resources) {
    for (const outcome of Object.keys(TIERS)) cacheReads.inc({ policy, outcome }, 0);
  }
  const tierReads = new Counter({
    name: "cache_tier_reads_total",
    help: "Reads of each tier of the cache: this process's, and the one in Redis behind it",
    labelNames: ["tier", "outcome"] as const,
    registers,
  });
  const servedAges = new Histogram({
    name: "cache_served_age_seconds",
    help: "Age of the answers that were served",
    labelNames: ["policy"] as const,
    buckets: AGES,
    registers,
  });

  const vitalSeconds = new Histogram({
    name: "web_vital_seconds",
    help: "Times of pages as visitors met them, of one visit in ten",
    labelNames: ["vital", "page"] as const,
    buckets: VITALS,
    registers,
  });
  const layoutShifts = new Histogram({
    name: "web_vital_layout_shift",
    help: "Cumulative layout shift of pages as visitors met it, of one visit in ten",
    labelNames: ["page"] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
    registers,
  });

  const sources: Partial<Gauges> = {};
  exposeGauges(registry, sources);

  return {
    requests,
    httpRefusals,
    cspViolations,
    limitHits,
    exportRows,
    redisCalls,
    redisUp,
    /** One call to an upstream that was sent; `endpoint` is a path of ours, without a query. */
    upstreamCall(
      labels: { upstream: string; method: string; endpoint: string; outcome: string },
      seconds: number,
    ): void {
      upstreamDurations.observe(labels, seconds);
      upstreamCalls.inc({ upstream: labels.upstream, outcome: labels.outcome });
    },
    /** One read of the cache, and the age of what was served, if anything was. */
    cacheRead(labels: { policy: string; outcome: string }, ageSeconds: number | undefined): void {
      cacheReads.inc(labels);
      if (ageSeconds !== undefined) servedAges.observe({ policy: labels.policy }, ageSeconds);
      const { process, redis } = TIERS[labels.outcome] ?? {};
      if (process) tierReads.inc({ tier: "process", outcome: process });
      if (redis && options.redis) tierReads.inc({ tier: "redis", outcome: redis });
    },
    /** How a page was for one visitor: milliseconds, for `CLS` its score. */
    webVital(vital: WebVital, page: string, value: number): void {
      if (vital === "CLS") layoutShifts.observe({ page }, value);
      else vitalSeconds.observe({ vital, page }, value / 1000);
    },
    /** Figures that are looked at whenever the metrics are asked for; what is not given is not shown. */
    watch(more: Partial<Gauges>): void {
      Object.assign(sources, more);
      for (const { name: upstream } of more.breakers?.() ?? []) {
        for (const outcome of OUTCOMES) upstreamCalls.inc({ upstream, outcome }, 0);
      }
    },
    /** The Prometheus text format. */
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
