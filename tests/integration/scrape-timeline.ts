/** What one scrape of `/metrics` brought, by series; null when nothing answered. */
export type Scrape = ReadonlyMap<string, Sample> | null;

interface Sample {
  value: number;
  /** Whether it only ever rises. */
  counter: boolean;
}

/** Of Prometheus, as `docs/operations.md` sets it up. */
export const SCRAPE_INTERVAL_S = 15;

/**
 * Reads the Prometheus text format.
 *
 * @param wanted whether a series of this name is of interest
 */
export function parseScrape(text: string, wanted: (name: string) => boolean): Scrape {
  const samples = new Map<string, Sample>();
  let counter = false;
  for (const line of text.split("\n")) {
    const type = /^# TYPE \w+ (\w+)$/.exec(line)?.[1];
    if (type) counter = type !== "gauge";
    const [, name = "", labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (value === undefined || !wanted(name)) continue;
    samples.set(`${name}{${labels}}`, { value: Number(value), counter });
  }
  return samples;
}

/** A series of `promtool test rules`. */
export interface InputSeries {
  series: string;
  values: string;
}

/** What Prometheus would have stored of scrapes of one instance, one every {@link SCRAPE_INTERVAL_S}. */
export class ScrapeTimeline {
  readonly #values = new Map<string, string[]>();
  #last: Scrape = null;
  #beforeLast: Scrape = null;
  /** Scrapes so far. */
  length = 0;

  /** The time of the newest scrape, in seconds from the first. */
  get now(): number {
    return (this.length - 1) * SCRAPE_INTERVAL_S;
  }

  add(scrape: Scrape): void {
    this.#store("up", scrape ? "1" : "0");
    for (const series of this.#last?.keys() ?? []) {
      if (!scrape?.has(series)) this.#store(series, "stale");
    }
    for (const [series, { value }] of scrape ?? []) this.#store(series, String(value));
    this.length += 1;
    this.#beforeLast = this.#last;
    this.#last = scrape;
  }

  /** Goes on as from the scrape before the newest to the newest: counters rise as much, gauges stay. */
  goOn(scrapes: number): void {
    for (let count = 0; count < scrapes; count += 1) {
      const [last, before] = [this.#last, this.#beforeLast];
      if (last === null || before === null) {
        this.add(last);
        continue;
      }
      const next = new Map<string, Sample>();
      for (const [series, { value, counter }] of last) {
        const rise = counter ? value - (before.get(series)?.value ?? 0) : 0;
        next.set(series, { value: value + rise, counter });
      }
      this.add(next);
    }
  }

  /** As `promtool test rules` takes it; the labels are those that a scrape of job `pulse` brings. */
  series(): InputSeries[] {
    return [...this.#values].map(([series, values]) => {
      const [name = "", labels = ""] = series.replace(/\}$/, "").split(/\{(.*)/s);
      const own = labels === "" ? "" : `,${labels}`;
      return {
        series: `${name}{instance="pulse-1:3000",job="pulse"${own}}`,
        values: values.join(" "),
      };
    });
  }

  #store(series: string, value: string): void {
    const values = this.#values.get(series) ?? [];
    while (values.length < this.length) values.push("_");
    values.push(value);
    this.#values.set(series, values);
  }
}
