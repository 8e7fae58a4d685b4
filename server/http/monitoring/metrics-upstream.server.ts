import type { Registry } from "prom-client";
import type { UpstreamCall } from "../../upstream/http-client.server";
import { metricsIn } from "./registered-metrics.server";

/** How a call that was sent may end. */
const OUTCOMES = [
  "ok",
  "declined",
  "http",
  "timeout",
  "connection",
  "invalid",
  "too-large",
] as const satisfies UpstreamCall["outcome"][];

interface CallLabels {
  upstream: string;
  method: string;
  endpoint: string;
  outcome: string;
}

/** Counts and times calls to upstreams. @param buckets of the durations, in seconds */
export function countUpstreamCalls(registry: Registry, buckets: number[]) {
  const { counter, histogram } = metricsIn(registry);
  const durations = histogram(
    "upstream_request_duration_seconds",
    "Time of one call to an upstream, body included",
    ["upstream", "method", "endpoint", "outcome"],
    buckets,
  );
  // The histogram has too many series to begin all of them with 0.
  const calls = counter(
    "upstream_requests_total",
    "Calls to an upstream by how they ended; declined is a 4xx other than 408 and 429",
    ["upstream", "outcome"],
  );
  return {
    /** Begins the counts of an upstream with 0. */
    begin(upstream: string) {
      for (const outcome of OUTCOMES) calls.inc({ upstream, outcome }, 0);
    },
    /** Counts one call that was sent. */
    count(labels: CallLabels, seconds: number) {
      const { upstream, outcome } = labels;
      durations.observe(labels, seconds);
      calls.inc({ upstream, outcome });
    },
  };
}
