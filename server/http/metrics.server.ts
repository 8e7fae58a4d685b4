import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Seconds; the buckets that OpenTelemetry recommends for `http.server.request.duration`. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** What is measured, in Prometheus' naming. No label ever holds what a visitor typed. */
export interface Metrics {
  /** One answer of this server; `route` is one of a bounded set. */
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** One call to an upstream. */
  upstreamCall(
    labels: { upstream: string; method: string; outcome: string },
    seconds: number,
  ): void;
  /** One read of the cache. */
  cacheRead(labels: { policy: string; outcome: string }): void;
  /** One operation on Redis. */
  redisCall(labels: { operation: string; outcome: string }, seconds: number): void;
  /** Whether Redis answers and takes writes. */
  redisUp(up: boolean): void;
  /** One violation of the Content-Security-Policy; `directive` is one of a bounded set. */
  cspViolation(directive: string): void;
  /** The Prometheus text format. */
  expose(): Promise<string>;
  readonly contentType: string;
}

/** @param collectProcess whether memory, CPU and event loop of the process are measured as well */
export function createMetrics(collectProcess = true): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (collectProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers,
  });
  const upstream = new Histogram({
    name: "upstream_request_duration_seconds",
    help: "Time of one call to an upstream, body included",
    labelNames: ["upstream", "method", "outcome"],
    buckets: BUCKETS,
    registers,
  });
  const cache = new Counter({
    name: "cache_reads_total",
    help: "Reads of the cache by what they met",
    labelNames: ["policy", "outcome"],
    registers,
  });
  const redisCalls = new Histogram({
    name: "redis_operation_duration_seconds",
    help: "Time of one operation on Redis; refused at once while it is away",
    labelNames: ["operation", "outcome"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.03, 0.1],
    registers,
  });
  const redisUp = new Gauge({
    name: "redis_up",
    help: "1 while Redis answers and takes writes",
    registers,
  });
  const cspViolations = new Counter({
    name: "csp_violations_total",
    help: "Violations of the Content-Security-Policy that browsers reported",
    labelNames: ["directive"],
    registers,
  });
  // Without a Redis there is nothing to say.
  redisUp.remove();
  return {
    request: (labels, seconds) => requests.observe(labels, seconds),
    upstreamCall: (labels, seconds) => upstream.observe(labels, seconds),
    cacheRead: (labels) => cache.inc(labels),
    redisCall: (labels, seconds) => redisCalls.observe(labels, seconds),
    redisUp: (up) => redisUp.set(up ? 1 : 0),
    cspViolation: (directive) => cspViolations.inc({ directive }),
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
