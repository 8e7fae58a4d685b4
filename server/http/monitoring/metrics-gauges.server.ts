import type { Registry } from "prom-client";
import { metricsIn, type Sample } from "./registered-metrics.server";

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

/** @returns takes what there is to look at; what is not given is not shown */
export function watchGauges(registry: Registry): (sources: Partial<Gauges>) => void {
  const { readGauge, readCounter } = metricsIn(registry);
  const known: Partial<Gauges> = {};

  readGauge(
    "upstream_breaker_state",
    "1 for the state that the circuit breaker of an upstream is in, else 0",
    ["upstream", "state"],
    () =>
      (known.breakers?.() ?? []).flatMap(({ name: upstream, breaker }) =>
        BREAKER_STATES.map((state) => [{ upstream, state }, state === breaker ? 1 : 0] as const),
      ),
  );

  let asked: Promise<Record<string, CacheSize | null>> | undefined;
  /** Both tiers, asked once for both figures. */
  const tiers = () => (asked ??= askTiers().finally(() => (asked = undefined)));
  async function askTiers(): Promise<Record<string, CacheSize | null>> {
    return {
      process: known.cache?.() ?? null,
      redis: (await known.sharedCache?.()) ?? null,
    };
  }
  const ofTiers = (of: keyof CacheSize) => async () =>
    Object.entries(await tiers()).flatMap(([tier, size]): Sample<"tier">[] =>
      size ? [[{ tier }, size[of]]] : [],
    );
  readGauge("cache_entries", "Entries of a tier of the cache", ["tier"], ofTiers("entries"));
  readGauge(
    "cache_bytes",
    "What they weigh; in Redis about, as the newest hundred do",
    ["tier"],
    ofTiers("bytes"),
  );

  const single = (read: (() => number) | undefined) => [[{}, read?.() ?? 0] as const];
  readGauge("event_streams_open", "Dashboards that are told of newer figures", [], () =>
    single(known.eventStreams),
  );
  readGauge("exports_open", "Exports under way", [], () => single(known.exports));
  readCounter("log_lines_dropped_total", "Lines of the log that could not be written", [], () =>
    single(known.droppedLogLines),
  );

  const kinds = () => Object.entries(known.pageCache?.() ?? {});
  const ofKinds = (of: keyof CacheCounts) => () =>
    kinds().map(([kind, counts]) => [{ kind }, counts[of]] as const);
  readCounter(
    "page_cache_answers_total",
    "Answers from the page cache: hits, and requests that waited while the answer was rendered",
    ["kind", "outcome"],
    () =>
      kinds().flatMap(([kind, { hits, waited }]) => [
        [{ kind, outcome: "hit" }, hits] as const,
        [{ kind, outcome: "waited" }, waited] as const,
      ]),
  );
  readCounter(
    "page_cache_made_total",
    "Documents and data rendered for the page cache",
    ["kind"],
    ofKinds("made"),
  );
  readGauge("page_cache_entries", "Answers in the page cache", ["kind"], ofKinds("entries"));
  readGauge(
    "page_cache_bytes",
    "Bytes of the answers in the page cache, in every content coding",
    ["kind"],
    ofKinds("bytes"),
  );

  return (sources) => void Object.assign(known, sources);
}
