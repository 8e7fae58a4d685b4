import { Counter, Gauge, type Registry } from "prom-client";

/** How much something holds. */
export interface CacheSize {
  entries: number;
  bytes: number;
}

/** The size of one response cache, and its counts since the start. */
export interface CacheCounts extends CacheSize {
  /** Responses that were there. */
  hits: number;
  /** Responses that were waited for, by one visitor or several. */
  waited: number;
  /** Times that one was made. */
  made: number;
}

/** Everything that is looked at only when the metrics are asked for. */
export interface Gauges {
  breakers: () => readonly { name: string; breaker: string }[];
  /** The cache in this process. */
  cache: () => CacheSize;
  /** The cache in Redis; null while it does not answer. */
  sharedCache: () => Promise<CacheSize | null>;
  eventStreams: () => number;
  exports: () => number;
  droppedLogLines: () => number;
  /** By kind. */
  pageCache: () => Readonly<Record<string, CacheCounts>>;
}

const BREAKER_STATES = ["closed", "open", "half-open"];

type Samples = readonly (readonly [labels: Record<string, string>, value: number])[];

/**
 * Metrics that are read when they are asked for, since something else counts.
 *
 * @param sources looked at then; what is missing is not shown
 */
export function exposeGauges(registry: Registry, sources: Partial<Gauges>): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    read: () => Samples | Promise<Samples>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.set(labels, value);
      },
    });
  const counter = (name: string, help: string, labelNames: string[], read: () => Samples) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  const single = (read: (() => number) | undefined): Samples => [[{}, read?.() ?? 0]];

  gauge(
    "upstream_breaker_state",
    "1 for the state that the circuit breaker of an upstream is in, else 0",
    ["upstream", "state"],
    () =>
      (sources.breakers?.() ?? []).flatMap(({ name: upstream, breaker }) =>
        BREAKER_STATES.map((state) => [{ upstream, state }, state === breaker ? 1 : 0] as const),
      ),
  );

  let asked: Promise<[string, CacheSize | null][]> | undefined;
  /** Both tiers, asked once for both figures. */
  const tiers = () => (asked ??= askTiers().finally(() => (asked = undefined)));
  const askTiers = async (): Promise<[string, CacheSize | null][]> => [
    ["process", sources.cache?.() ?? null],
    ["redis", (await sources.sharedCache?.()) ?? null],
  ];
  const ofTiers = (of: keyof CacheSize) => async () =>
    (await tiers()).flatMap(([tier, size]): Samples => (size ? [[{ tier }, size[of]]] : []));
  gauge("cache_entries", "Entries of a tier of the cache", ["tier"], ofTiers("entries"));
  gauge(
    "cache_bytes",
    "What they weigh; in Redis about, as the newest hundred do",
    ["tier"],
    ofTiers("bytes"),
  );

  gauge("event_streams_open", "Dashboards that are told of newer figures", [], () =>
    single(sources.eventStreams),
  );
  gauge("exports_open", "Exports under way", [], () => single(sources.exports));
  counter("log_lines_dropped_total", "Lines of the log that could not be written", [], () =>
    single(sources.droppedLogLines),
  );

  const kinds = () => Object.entries(sources.pageCache?.() ?? {});
  const ofKinds = (of: keyof CacheCounts) => () =>
    kinds().map(([kind, counts]) => [{ kind }, counts[of]] as const);
  counter(
    "page_cache_answers_total",
    "Answers from the page cache: hits, and requests that waited while the answer was rendered",
    ["kind", "outcome"],
    () =>
      kinds().flatMap(([kind, { hits, waited }]): Samples => [
        [{ kind, outcome: "hit" }, hits],
        [{ kind, outcome: "waited" }, waited],
      ]),
  );
  counter(
    "page_cache_made_total",
    "Documents and data rendered for the page cache",
    ["kind"],
    ofKinds("made"),
  );
  gauge("page_cache_entries", "Answers in the page cache", ["kind"], ofKinds("entries"));
  gauge(
    "page_cache_bytes",
    "Bytes of the answers in the page cache, in every content coding",
    ["kind"],
    ofKinds("bytes"),
  );
}
