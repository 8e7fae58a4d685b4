import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { resources } from "../dashboard/resources.server";
import { slotLimits } from "../limits/slots.server";
import { limitRules } from "../limits/limits.server";
import { REFUSALS } from "../upstream/http-client.server";

/** Buckets in seconds: those that OpenTelemetry recommends, and 0.3, the objective for pages. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.3, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Upstreams, by the names of their HTTP clients. */
const UPSTREAMS = ["core", "core-export", "auth", "contact-form"];

/** How calls that were sent can end: a refusal with its status, if that is one of a few. */
const OUTCOMES = [
  "ok",
  "declined",
  ...REFUSALS.map((status) => `declined-${status}`),
  "http",
  "timeout",
  "connection",
  "invalid",
  "too-large",
];

/** What a read of the cache can meet. */
const READ_STATES = ["fresh", "refreshing", "stale", "miss", "failed"];

/** Values of the label `rule` of `limit_hits_total`. */
const RULES = [...Object.keys(limitRules), ...slotLimits.map((limit) => `exports-${limit}`)];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates all metrics, with names in Prometheus' style. No label ever contains text that a visitor typed. Series that
 * alerts watch start at 0, because Prometheus sees no increase in a series that did not exist before.
 *
 * @param options `process`: whether memory, CPU and event loop of the process are measured, too; `build`: the build's id
 */
export function createMetrics(options: { process: boolean; build?: string }) {
  const registry = new Registry();
  const registers = [registry];
  if (options.process) collectDefaultMetrics({ register: registry });
  if (options.build !== undefined) {
    const help = "1, with the build that runs as a label";
    new Gauge({ name: "pulse_build_info", help, labelNames: ["build"], registers }).set(
      { build: options.build },
      1,
    );
  }

  /** Observed for each response of this server. The label `route` has a bounded set of values. */
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: DURATIONS,
    registers,
  });
  const upstreamCalls = new Histogram({
    name: "upstream_request_duration_seconds",
    help: "Time of one call to an upstream, body included, by how it ended; declined is success: false or a 4xx other than 408 and 429, some with their status",
    labelNames: ["upstream", "outcome"],
    buckets: DURATIONS,
    registers,
  });
  for (const upstream of UPSTREAMS) {
    for (const outcome of OUTCOMES) upstreamCalls.zero({ upstream, outcome });
  }
  const cacheReads = new Counter({
    name: "cache_reads_total",
    help: "Reads of the cache by what they met",
    labelNames: ["policy", "outcome"],
    registers,
  });
  for (const policy of resources) {
    for (const outcome of READ_STATES) cacheReads.inc({ policy, outcome }, 0);
  }
  const limitHits = new Counter({
    name: "limit_hits_total",
    help: "Times that a limit refused a use",
    labelNames: ["rule"],
    registers,
  });
  for (const rule of RULES) limitHits.inc({ rule }, 0);

  return {
    requests,
    cacheReads,
    upstreamCalls,
    countLimit: (rule: string) => limitHits.inc({ rule }),
    /** Returns all metrics in the Prometheus text format. */
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
