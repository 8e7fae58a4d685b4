import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { resources } from "../dashboard/resources.server";
import { limitRules } from "../limits/limits.server";
import { concurrencyLimits } from "../limits/concurrency-limits.server";
import type { UpstreamCall } from "../upstream/http-client.server";

/** Web vitals that browsers measure of a page view (web.dev/vitals). */
export const webVitals = ["LCP", "INP", "CLS", "TTFB", "FCP"] as const;

export type WebVital = (typeof webVitals)[number];

/** Help texts of all the product's metrics, by name, as Prometheus shows them. */
const HELP = {
  http_request_duration_seconds: "Time from a request's arrival to the end of its answer",
  http_refusals_total: "Requests that were refused before any page saw them; busy is overload",
  csp_violations_total: "Violations of the Content-Security-Policy that browsers reported",
  limit_hits_total: "Times that a limit said no",
  redis_operation_duration_seconds:
    "Time of one operation on Redis; refused at once while it is away",
  redis_up: "1 while Redis answers and takes writes",
  upstream_request_duration_seconds: "Time of one call to an upstream, body included",
  upstream_requests_total:
    "Calls to an upstream by how they ended; declined is a 4xx other than 408 and 429",
  upstream_breaker_state: "1 for the state that the circuit breaker of an upstream is in, else 0",
  cache_reads_total:
    "Reads of the cache by what they met; a view that is cached whole counts once a second for each of its forms",
  cache_tier_reads_total:
    "Reads of each tier of the cache: this process's, and the one in Redis behind it, which each network asks for itself",
  cache_served_age_seconds: "Age of the answers that were served",
  cache_entries: "Entries of a tier of the cache",
  cache_bytes: "What they weigh; in Redis about, as the newest hundred do",
  page_cache_answers_total:
    "Answers from the page cache: hits, and requests that waited while the answer was rendered",
  page_cache_made_total: "Documents and data rendered for the page cache",
  page_cache_entries: "Answers in the page cache",
  page_cache_bytes: "Bytes of the answers in the page cache, in every content coding",
  event_streams_open: "Dashboards that are told of newer figures",
  exports_open: "Exports under way",
  pulse_build_info: "1, with the build that runs as a label",
  log_lines_dropped_total: "Lines of the log that could not be written",
  web_vital_seconds: "Times of pages as visitors met them, of one visit in ten",
  web_vital_layout_shift:
    "Cumulative layout shift of pages as visitors met it, of one visit in ten",
} as const;

/** Buckets in seconds: those that OpenTelemetry recommends, and 0.3, the objective for pages. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.3, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Buckets in seconds: around the times for which answers are fresh, up to one day, the longest they are served. */
const AGES = [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400];

/** Buckets of web vitals in seconds, including the limits of "good" and "poor" of each. */
const VITALS = [0.05, 0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10];

const REDIS_DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.03, 0.1];

/** Buckets of the cumulative layout shift, which has no unit. */
const LAYOUT_SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** Outcomes of calls that were sent to an upstream. */
const OUTCOMES = [
  "ok",
  "declined",
  "http",
  "timeout",
  "connection",
  "invalid",
  "too-large",
] as const satisfies UpstreamCall["outcome"][];

/** The outcome of each cache tier by the outcome of the read. `stale`: served while a newer entry is fetched. */
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

const BREAKER_STATES = ["closed", "open", "half-open"];

/** Values of the label `rule` of `limit_hits_total`. */
const limitRuleLabels = [
  ...Object.keys(limitRules),
  ...Object.keys(concurrencyLimits).flatMap((name) => [`${name}-client-full`, `${name}-all-full`]),
];

/** The size of a cache. */
export interface CacheSize {
  entries: number;
  bytes: number;
}

/** The size of one response cache, and its counts since the start. */
export interface CacheCounts extends CacheSize {
  /** Responses that were cached already. */
  hits: number;
  /** Requests that waited while their response was made. */
  waited: number;
  /** Responses that were made. */
  made: number;
}

/** Values that other modules count. They are read only when the metrics are requested. */
export interface Sources {
  breakers: () => readonly { name: string; breaker: string }[];
  /** Size of the cache in this process. */
  cache: () => CacheSize;
  /** Size of the cache in Redis; null while Redis does not answer. */
  sharedCache: () => Promise<CacheSize | null>;
  eventStreams: () => number;
  exports: () => number;
  droppedLogLines: () => number;
  /** Response cache counts by kind of response. */
  pageCache: () => Readonly<Record<"file" | "page" | "view", CacheCounts>>;
}

type Samples = readonly (readonly [labels: Record<string, string>, value: number])[];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates all metrics, with names in Prometheus' style. No label ever contains text that a visitor typed. Series that
 * alerts watch start at 0, because Prometheus sees no increase in a series that did not exist before.
 *
 * @param options `process`: whether memory, CPU and event loop of the process are measured as well; `redis`: whether
 *   Redis is configured; `build`: id of the running build
 */
export function createMetrics(options: { process: boolean; redis: boolean; build?: string }) {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const sources: Partial<Sources> = {};

  const metricOptions = <Label extends string>(name: keyof typeof HELP, labelNames: Label[]) => ({
    name,
    help: HELP[name],
    labelNames,
    registers: [registry],
  });
  const counter = <Label extends string = never>(
    name: keyof typeof HELP,
    labelNames: Label[] = [],
  ) => new Counter(metricOptions(name, labelNames));
  const histogram = <Label extends string>(
    name: keyof typeof HELP,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ ...metricOptions(name, labelNames), buckets });

  /** Registers a metric whose samples are read whenever the metrics are requested. */
  function registerLazy(
    Metric: typeof Counter<string> | typeof Gauge<string>,
    name: keyof typeof HELP,
    labelNames: string[],
    read: () => Samples | Promise<Samples>,
  ): void {
    async function collect(this: Counter | Gauge) {
      const samples = await read();
      this.reset();
      for (const [labels, value] of samples) this.inc(labels, value);
    }
    new Metric({ ...metricOptions(name, labelNames), collect });
  }

  /** Observed for each response of this server. The label `route` has a bounded set of values. */
  const requests = histogram(
    "http_request_duration_seconds",
    ["method", "route", "status"],
    DURATIONS,
  );
  const httpRefusals = counter("http_refusals_total", ["reason"]);
  const cspViolations = counter("csp_violations_total", ["directive"]);
  const limitHits = counter("limit_hits_total", ["rule"]);
  for (const rule of limitRuleLabels) limitHits.inc({ rule }, 0);

  const redisCalls = histogram(
    "redis_operation_duration_seconds",
    ["operation", "outcome"],
    REDIS_DURATIONS,
  );
  const redisUp = new Gauge(metricOptions("redis_up", []));
  // No sample without Redis, and none before Redis has reported its state.
  redisUp.remove();

  const upstreamDurations = histogram(
    "upstream_request_duration_seconds",
    ["upstream", "method", "endpoint", "outcome"],
    DURATIONS,
  );
  // The histogram has too many series to begin all of them with 0.
  const upstreamCalls = counter("upstream_requests_total", ["upstream", "outcome"]);

  const cacheReads = counter("cache_reads_total", ["policy", "outcome"]);
  for (const policy of resources) {
    for (const outcome of Object.keys(TIERS)) cacheReads.inc({ policy, outcome }, 0);
  }
  const tierReads = counter("cache_tier_reads_total", ["tier", "outcome"]);
  const servedAges = histogram("cache_served_age_seconds", ["policy"], AGES);

  const vitalSeconds = histogram("web_vital_seconds", ["vital", "page"], VITALS);
  const layoutShifts = histogram("web_vital_layout_shift", ["page"], LAYOUT_SHIFTS);

  registerLazy(Gauge, "upstream_breaker_state", ["upstream", "state"], () =>
    (sources.breakers?.() ?? []).flatMap(({ name: upstream, breaker }) =>
      BREAKER_STATES.map((state) => [{ upstream, state }, state === breaker ? 1 : 0] as const),
    ),
  );

  let tiers: Promise<Partial<Record<string, CacheSize | null>>> | undefined;
  /** Reads both tiers once for both metrics, entries and bytes. */
  const readTiers = () => (tiers ??= fetchTiers().finally(() => (tiers = undefined)));
  const fetchTiers = async () => ({
    process: sources.cache?.(),
    redis: await sources.sharedCache?.(),
  });
  const tierSamples = (of: keyof CacheSize) => async () =>
    Object.entries(await readTiers()).flatMap(([tier, size]): Samples =>
      size ? [[{ tier }, size[of]]] : [],
    );
  registerLazy(Gauge, "cache_entries", ["tier"], tierSamples("entries"));
  registerLazy(Gauge, "cache_bytes", ["tier"], tierSamples("bytes"));

  const single = (source: "eventStreams" | "exports" | "droppedLogLines") => (): Samples => [
    [{}, sources[source]?.() ?? 0],
  ];
  registerLazy(Gauge, "event_streams_open", [], single("eventStreams"));
  registerLazy(Gauge, "exports_open", [], single("exports"));
  registerLazy(Counter, "log_lines_dropped_total", [], single("droppedLogLines"));

  const kinds = () => Object.entries(sources.pageCache?.() ?? {});
  const kindSamples = (of: keyof CacheCounts) => () =>
    kinds().map(([kind, counts]) => [{ kind }, counts[of]] as const);
  registerLazy(Counter, "page_cache_answers_total", ["kind", "outcome"], () =>
    kinds().flatMap(([kind, { hits, waited }]): Samples => [
      [{ kind, outcome: "hit" }, hits],
      [{ kind, outcome: "waited" }, waited],
    ]),
  );
  registerLazy(Counter, "page_cache_made_total", ["kind"], kindSamples("made"));
  registerLazy(Gauge, "page_cache_entries", ["kind"], kindSamples("entries"));
  registerLazy(Gauge, "page_cache_bytes", ["kind"], kindSamples("bytes"));

  if (options.build !== undefined) {
    new Gauge(metricOptions("pulse_build_info", ["build"])).set({ build: options.build }, 1);
  }

  return {
    requests,
    httpRefusals,
    cspViolations,
    limitHits,
    redisCalls,
    redisUp,
    /** Records one call that was sent to an upstream. `endpoint` is one of our own paths, without a query. */
    upstreamCall(
      labels: { upstream: string; method: string; endpoint: string; outcome: string },
      seconds: number,
    ): void {
      upstreamDurations.observe(labels, seconds);
      upstreamCalls.inc({ upstream: labels.upstream, outcome: labels.outcome });
    },
    /** Records one read of the cache, and the age of the served answer if there was one. */
    cacheRead(labels: { policy: string; outcome: string }, ageSeconds: number | undefined): void {
      cacheReads.inc(labels);
      if (ageSeconds !== undefined) servedAges.observe({ policy: labels.policy }, ageSeconds);
      const { process, redis } = TIERS[labels.outcome] ?? {};
      if (process) tierReads.inc({ tier: "process", outcome: process });
      if (redis && options.redis) tierReads.inc({ tier: "redis", outcome: redis });
    },
    /** Records a web vital of one page view: milliseconds, for `CLS` the score. */
    webVital(vital: WebVital, page: string, value: number): void {
      if (vital === "CLS") layoutShifts.observe({ page }, value);
      else vitalSeconds.observe({ vital, page }, value / 1000);
    },
    /** Adds sources that are read whenever the metrics are requested. Sources never added have no samples. */
    watch(more: Partial<Sources>): void {
      Object.assign(sources, more);
      for (const { name: upstream } of more.breakers?.() ?? []) {
        for (const outcome of OUTCOMES) upstreamCalls.inc({ upstream, outcome }, 0);
      }
    },
    /** Counts of the response cache; null where no page is cached, as in development. */
    pageCache: () => sources.pageCache?.() ?? null,
    /** Returns all metrics in the Prometheus text format. */
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
