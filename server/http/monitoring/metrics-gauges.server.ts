import { Counter, Gauge, type Registry } from "prom-client";

/** How much something holds. */
export interface CacheSize {
  entries: number;
  bytes: number;
}

/** The size of one response cache, and its counts since the start. */
export interface CacheCounts extends CacheSize {
  /** Answers that were there. */
  kept: number;
  /** Answers that were waited for, by one visitor or several. */
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
export function watchGauges(registry: Registry): (standing: Partial<Gauges>) => void {
  const known: Partial<Gauges> = {};
  const registers = [registry];

  new Gauge({
    name: "upstream_breaker_state",
    help: "1 for the state that the circuit breaker of an upstream is in, else 0",
    labelNames: ["upstream", "state"],
    registers,
    collect() {
      for (const { name: upstream, breaker } of known.breakers?.() ?? []) {
        for (const state of BREAKER_STATES)
          this.set({ upstream, state }, state === breaker ? 1 : 0);
      }
    },
  });

  let asked: Promise<Record<string, CacheSize | null>> | undefined;
  /** Both tiers, asked once for both figures. */
  const tiers = () => (asked ??= askTiers().finally(() => (asked = undefined)));
  async function askTiers(): Promise<Record<string, CacheSize | null>> {
    return {
      process: known.cache?.() ?? null,
      redis: (await known.sharedCache?.()) ?? null,
    };
  }
  for (const [name, help, of] of [
    ["cache_entries", "Entries of a tier of the cache", "entries"],
    ["cache_bytes", "What they weigh; in Redis about, as the newest hundred do", "bytes"],
  ] as const) {
    new Gauge({
      name,
      help,
      labelNames: ["tier"],
      registers,
      async collect() {
        for (const [tier, held] of Object.entries(await tiers())) {
          if (held) this.set({ tier }, held[of]);
          else this.remove({ tier });
        }
      },
    });
  }

  new Gauge({
    name: "event_streams_open",
    help: "Dashboards that are told of newer figures",
    registers,
    collect() {
      this.set(known.eventStreams?.() ?? 0);
    },
  });
  new Gauge({
    name: "exports_open",
    help: "Exports under way",
    registers,
    collect() {
      this.set(known.exports?.() ?? 0);
    },
  });

  new Counter({
    name: "log_lines_dropped_total",
    help: "Lines of the log that could not be written",
    registers,
    collect() {
      this.reset();
      this.inc(known.droppedLogLines?.() ?? 0);
    },
  });

  const kinds = () => Object.entries(known.pageCache?.() ?? {});
  new Counter({
    name: "page_cache_answers_total",
    help: "Answers sent as they are kept: at once, or waited for while they were made",
    labelNames: ["kind", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const [kind, { kept, waited }] of kinds()) {
        this.inc({ kind, outcome: "kept" }, kept);
        this.inc({ kind, outcome: "waited" }, waited);
      }
    },
  });
  new Counter({
    name: "page_cache_made_total",
    help: "Documents and data that were made to be kept",
    labelNames: ["kind"],
    registers,
    collect() {
      this.reset();
      for (const [kind, { made }] of kinds()) this.inc({ kind }, made);
    },
  });
  for (const [name, help, of] of [
    ["page_cache_entries", "Answers that are kept", "entries"],
    ["page_cache_bytes", "What kept answers weigh, in every coding", "bytes"],
  ] as const) {
    new Gauge({
      name,
      help,
      labelNames: ["kind"],
      registers,
      collect() {
        for (const [kind, counts] of kinds()) this.set({ kind }, counts[of]);
      },
    });
  }

  return (standing) => void Object.assign(known, standing);
}
