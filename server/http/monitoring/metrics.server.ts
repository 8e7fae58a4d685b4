import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { limitRules } from "../../limits/limit-rules.server";
import { concurrencyLimits } from "../../limits/concurrency-limits.server";
import { countCacheReads } from "./metrics-cache.server";
import { watchGauges, type Gauges } from "./metrics-gauges.server";
import { countUpstreamCalls } from "./metrics-upstream.server";
import { countWebVitals, type WebVital } from "./metrics-web-vitals.server";
import { metricsIn } from "./registered-metrics.server";
import { refusals } from "../refusal/refusal-page.server";

/** Seconds; the buckets that OpenTelemetry recommends for `http.server.request.duration`. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** What `limit_hits_total` counts. */
const limited = [
  ...Object.keys(limitRules),
  ...Object.keys(concurrencyLimits).flatMap((name) => [`${name}-client-full`, `${name}-all-full`]),
];

/** What is measured, in Prometheus' naming. No label ever holds what a visitor typed. */
export interface Metrics {
  /** One response of this server; `route` is one of a bounded set. */
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** One request that went no further than the HTTP layer. */
  refused(reason: string): void;
  /** One call to an upstream; `endpoint` is a path of ours, without a query. */
  upstreamCall(
    labels: { upstream: string; method: string; endpoint: string; outcome: string },
    seconds: number,
  ): void;
  /** One read of the cache, and the age of what was served, if anything was. */
  cacheRead(labels: { policy: string; outcome: string }, ageSeconds: number | undefined): void;
  /** One operation on Redis. */
  redisCall(labels: { operation: string; outcome: string }, seconds: number): void;
  /** Whether Redis answers and takes writes. */
  redisUp(up: boolean): void;
  /** A limit that said no. */
  limitHit(rule: string): void;
  /** Trips read for an export. */
  exportRows(count: number): void;
  /** How a page was for one visitor: milliseconds, for `CLS` its score. */
  webVital(vital: WebVital, page: string, value: number): void;
  /** Figures that are looked at whenever the metrics are asked for. */
  watch(sources: Partial<Gauges>): void;
  /** One violation of the Content-Security-Policy; `directive` is one of a bounded set. */
  cspViolation(directive: string): void;
  /** The Prometheus text format. */
  expose(): Promise<string>;
  readonly contentType: string;
}

/**
 * What alerts watch begins with 0: Prometheus sees no rise in a series that was not there before.
 *
 * @param options `process`: whether memory, CPU and event loop of the process are measured as well; `redis`: whether
 *   there is one
 */
export function createMetrics(options: { process: boolean; redis: boolean }): Metrics {
  const registry = new Registry();
  const { counter, histogram } = metricsIn(registry);
  if (options.process) collectDefaultMetrics({ register: registry });
  const requests = histogram(
    "http_request_duration_seconds",
    "Time from a request's arrival to the end of its answer",
    ["method", "route", "status"],
    BUCKETS,
  );
  const refused = counter(
    "http_refusals_total",
    "Requests that were refused before any page saw them; busy is overload",
    ["reason"],
  );
  for (const reason of refusals) refused.inc({ reason }, 0);
  const redisCalls = histogram(
    "redis_operation_duration_seconds",
    "Time of one operation on Redis; refused at once while it is away",
    ["operation", "outcome"],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.03, 0.1],
  );
  const redisUp = new Gauge({
    name: "redis_up",
    help: "1 while Redis answers and takes writes",
    registers: [registry],
  });
  const cspViolations = counter(
    "csp_violations_total",
    "Violations of the Content-Security-Policy that browsers reported",
    ["directive"],
  );
  // Without a Redis there is nothing to say, and with one nothing before it has said something.
  redisUp.remove();
  const limits = counter("limit_hits_total", "Times that a limit said no", ["rule"]);
  for (const rule of limited) limits.inc({ rule }, 0);
  const exportRows = counter("export_rows_total", "Trips that were read for exports");
  const upstreamCalls = countUpstreamCalls(registry, BUCKETS);
  const readCounts = countCacheReads(registry, options.redis);
  const vitals = countWebVitals(registry);
  const watch = watchGauges(registry);
  return {
    request: (labels, seconds) => requests.observe(labels, seconds),
    refused: (reason) => refused.inc({ reason }),
    upstreamCall: (labels, seconds) => upstreamCalls.count(labels, seconds),
    cacheRead: readCounts,
    redisCall: (labels, seconds) => redisCalls.observe(labels, seconds),
    redisUp: (up) => redisUp.set(up ? 1 : 0),
    limitHit: (rule) => limits.inc({ rule }),
    exportRows: (count) => exportRows.inc(count),
    webVital: vitals,
    watch(sources) {
      for (const { name } of sources.breakers?.() ?? []) upstreamCalls.begin(name);
      watch(sources);
    },
    cspViolation: (directive) => cspViolations.inc({ directive }),
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
