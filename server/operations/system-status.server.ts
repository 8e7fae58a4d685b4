import type { KeyGroup } from "../dashboard/resources.server";
import type { DashboardData } from "../dashboard/dashboard-data.server";
import { concurrencyLimits, type Slots } from "../limits/concurrency-limits.server";
import type { Metrics } from "./metrics.server";
import type { Instance, Instances } from "../redis/instances.server";
import type { RedisFailure } from "../redis/redis-error.server";
import type { Redis, RedisState } from "../redis/redis.server";
import type { HttpClient, UpstreamState } from "../upstream/http-client.server";
import type { UpstreamFailure } from "../upstream/upstream-error.server";
import type {
  EndpointLatency,
  LimitHitCounts,
  LimitHits,
  UpstreamLatency,
} from "./last-hour.server";

/** A failure without its message, which comes from another server and is not for everyone. */
export interface FailureStatus {
  kind: UpstreamFailure | RedisFailure;
  /** HTTP status of the upstream, if it answered. */
  status: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

export interface UpstreamStatus extends Pick<
  UpstreamState,
  "name" | "breaker" | "lastSuccess" | "failingSince"
> {
  lastFailure: FailureStatus | null;
}

export interface RedisStatus extends Pick<RedisState, "state" | "lastSuccess"> {
  lastFailure: FailureStatus | null;
}

/** How many streams or exports are open, and how many may be open. */
export interface Occupancy {
  open: number;
  most: number;
}

/** Size and use of the cache of rendered responses. */
export interface CachedPages {
  /** Pages that are the same for everybody. */
  pages: number;
  /** Views of the dashboard. */
  views: number;
  /** Memory that pages and views take. */
  bytes: number;
  /** Responses sent from the cache since the start. */
  served: number;
}

/** State of this process and its dependencies. Contains no personal data, no secrets and no text that anyone typed. */
export interface SystemStatus {
  answers: KeyGroup[];
  upstreams: UpstreamStatus[];
  latency: EndpointLatency[];
  limits: LimitHits[];
  instances: Instance[];
  /** Null when no Redis is configured. */
  redis: RedisStatus | null;
  exports: Occupancy;
  /** Null where no page is cached, as in development. */
  cachedPages: CachedPages | null;
}

interface StatusParts {
  dashboard: Pick<DashboardData, "cachedKeys">;
  upstreams: readonly Pick<HttpClient, "state">[];
  latency: UpstreamLatency;
  limitHits: LimitHitCounts;
  instances: Instances;
  redis: Pick<Redis, "state"> | null;
  exports: Slots;
  metrics: Pick<Metrics, "pageCache">;
}

export interface StatusReport {
  read(): Promise<SystemStatus>;
}

export function createStatusReport(parts: StatusParts): StatusReport {
  const { dashboard, upstreams, latency, limitHits, instances, redis } = parts;
  return {
    read: async () => ({
      instances: await instances.seen(),
      answers: dashboard.cachedKeys(),
      upstreams: upstreams.map((upstream) => {
        const { lastFailure, ...others } = upstream.state();
        return { ...others, lastFailure: withoutMessage(lastFailure) };
      }),
      latency: latency.lastHour(),
      limits: limitHits.all(),
      redis: redis && redisStatus(redis.state()),
      exports: { open: parts.exports.open(), most: concurrencyLimits.exports.inAll },
      cachedPages: cachedPages(parts.metrics.pageCache()),
    }),
  };
}

function cachedPages(counts: ReturnType<Metrics["pageCache"]>): CachedPages | null {
  if (counts === null) return null;
  const { page, view } = counts;
  return {
    pages: page.entries,
    views: view.entries,
    bytes: page.bytes + view.bytes,
    served: page.hits + page.waited + view.hits + view.waited,
  };
}

function redisStatus({ state, lastSuccess, lastFailure }: RedisState): RedisStatus {
  return { state, lastSuccess, lastFailure: withoutMessage(lastFailure) };
}

function withoutMessage(
  failure: (Omit<FailureStatus, "status"> & { status?: number | undefined }) | null,
): FailureStatus | null {
  return failure && { kind: failure.kind, status: failure.status ?? null, at: failure.at };
}
