import type { Registry } from "prom-client";
import { resources } from "../../cache/freshness-policies.server";
import { metricsIn } from "./registered-metrics.server";

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

/** Seconds, around the times for which answers are fresh, and up to the day for which they are served at all. */
const AGES = [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400];

/** @param hasRedis whether there is a second tier */
export function countCacheReads(registry: Registry, hasRedis: boolean) {
  const { counter, histogram } = metricsIn(registry);
  const reads = counter("cache_reads_total", "Reads of the cache by what they met", [
    "policy",
    "outcome",
  ]);
  for (const policy of resources) {
    for (const outcome of Object.keys(TIERS)) reads.inc({ policy, outcome }, 0);
  }
  const tiers = counter(
    "cache_tier_reads_total",
    "Reads of each tier of the cache: this process's, and the one in Redis behind it",
    ["tier", "outcome"],
  );
  const ages = histogram(
    "cache_served_age_seconds",
    "Age of the answers that were served",
    ["policy"],
    AGES,
  );
  return (labels: { policy: string; outcome: string }, ageSeconds: number | undefined) => {
    const { policy, outcome } = labels;
    reads.inc(labels);
    if (ageSeconds !== undefined) ages.observe({ policy }, ageSeconds);
    const { process, redis } = TIERS[outcome] ?? {};
    if (process) tiers.inc({ tier: "process", outcome: process });
    if (redis && hasRedis) tiers.inc({ tier: "redis", outcome: redis });
  };
}
