import { randomInt } from "node:crypto";
import type { NamedAnswer, RefreshNotice } from "../cache/query.server";
import type { CacheStatus, CacheStatuses } from "../cache/stale-while-revalidate.server";

/** Proxies close a connection on which nothing comes for a minute. */
const HEARTBEAT_MS = 25_000;

/** An event is repeated no sooner: nobody reads figures that change faster. What comes meanwhile is sent once, at the end. */
const QUIET_MS = 5_000;

/** After how long a browser opens a stream again that broke: soon, and not all browsers at the same moment. */
const RECONNECT_MS = { least: 1_000, most: 2_500 };

/** A reader that takes nothing for so long is dropped, so that its place is free for others. */
const LONGEST_STALL_MS = 60_000;

/** What became of one of a view's results. */
export type ViewChange = Pick<RefreshNotice, "event" | "resource">;

/** The view that a reader has open. */
export interface ShownView {
  /** The same for all readers that get the same events. */
  name: string;
  /** Whether the view shows an answer. */
  shows: (answer: NamedAnswer) => boolean;
  /** What the reader's page has missed until now. */
  missed?: () => ViewChange[];
}

/** The other end of a connection. */
export interface Reader {
  /** Whether what was sent last still waits to be taken. */
  isBehind(): boolean;
  send(text: string): void;
  /** Breaks the connection off. */
  drop(): void;
}

/** Server-sent events (HTML standard) for all who look at the dashboard. */
export interface RefreshEvents {
  /**
   * Sends `refresh`, with the resource's name, for each newer answer to what the reader sees, and `failure` when its
   * refreshes begin to fail; first what the reader's page has missed of both. The returned function ends that.
   */
  join(view: ShownView, reader: Reader): () => void;
  /** Sends a reader that was behind, and can take more, what it has missed. */
  goOn(reader: Reader): void;
}

/** Events that a reader could not take yet: each one once, however often it came. */
interface Missed {
  events: Set<string>;
  /** Monotonic milliseconds. */
  since: number;
}

/**
 * Readers of the same view share one memory of what was sent: a further reader costs no more than its connection.
 *
 * @param onRefresh subscribes to the notices
 */
export function createRefreshEvents(
  onRefresh: (listener: (notice: RefreshNotice) => void) => void,
): RefreshEvents {
  const views = new Map<string, WatchedView>();
  const missed = new Map<Reader, Missed>();
  let heartbeat: NodeJS.Timeout | undefined;

  onRefresh((notice) => {
    const event = textOf(notice);
    for (const view of views.values()) if (view.shows(notice)) view.hear(event);
  });

  function tell(reader: Reader, events: Iterable<string>): void {
    if (!reader.isBehind()) return reader.send([...events].join(""));
    const known = missed.get(reader) ?? { events: new Set(), since: performance.now() };
    for (const event of events) known.events.add(event);
    missed.set(reader, known);
  }

  function showLife(): void {
    const stalledBefore = performance.now() - LONGEST_STALL_MS;
    for (const { readers } of views.values()) {
      for (const reader of readers) {
        if (!reader.isBehind()) reader.send(": still here\n\n");
        else if ((missed.get(reader)?.since ?? Infinity) <= stalledBefore) reader.drop();
        else tell(reader, []);
      }
    }
  }

  return {
    join({ name, shows, missed: missedBy }, reader) {
      const view = views.get(name) ?? new WatchedView(shows, tell);
      views.set(name, view);
      view.readers.add(reader);
      heartbeat ??= setInterval(showLife, HEARTBEAT_MS);
      reader.send(`retry: ${randomInt(RECONNECT_MS.least, RECONNECT_MS.most)}\n\n`);
      const changes = missedBy?.() ?? [];
      if (changes.length > 0) tell(reader, changes.map(textOf));
      return () => {
        missed.delete(reader);
        view.readers.delete(reader);
        if (view.readers.size > 0) return;
        view.forget();
        if (views.get(name) === view) views.delete(name);
        if (views.size > 0) return;
        clearInterval(heartbeat);
        heartbeat = undefined;
      };
    },
    goOn(reader) {
      const known = missed.get(reader);
      missed.delete(reader);
      if (known && known.events.size > 0) tell(reader, known.events);
    },
  };
}

function textOf({ event, resource }: ViewChange): string {
  return `event: ${event}\ndata: ${resource}\n\n`;
}

/** A view with all its readers. */
class WatchedView {
  readonly readers = new Set<Reader>();
  readonly #untold = new Set<string>();
  readonly #quietUntil = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly shows: ShownView["shows"],
    readonly tell: (reader: Reader, events: readonly string[]) => void,
  ) {}

  hear(event: string): void {
    this.#untold.add(event);
    this.#tellWhatIsDue();
  }

  forget(): void {
    clearTimeout(this.#timer);
  }

  #tellWhatIsDue(): void {
    const now = performance.now();
    const quietFor = (event: string) => (this.#quietUntil.get(event) ?? 0) - now;
    const due = [...this.#untold].filter((event) => quietFor(event) <= 0);
    for (const event of due) {
      this.#untold.delete(event);
      this.#quietUntil.set(event, now + QUIET_MS);
    }
    if (due.length > 0) for (const reader of this.readers) this.tell(reader, due);
    clearTimeout(this.#timer);
    if (this.#untold.size === 0) return;
    const soonest = Math.min(...[...this.#untold].map(quietFor));
    this.#timer = setTimeout(() => this.#tellWhatIsDue(), soonest);
  }
}

/** The longest version that a page may send. */
const LONGEST_VERSION = 1024;

/**
 * What a page has missed since it was made.
 *
 * @param version of what the page shows, as it says itself
 * @param now the results at this moment; null where one has to be fetched, so that nobody knows
 * @param resourceOf the resource of each of the view's results
 * @returns each change once: `refresh` for a newer answer, `failure` where the page does not know that none came
 */
export function changesSince(
  version: string,
  now: CacheStatuses | null,
  resourceOf: ReadonlyMap<string, string>,
): ViewChange[] {
  const shown = new Map<string, string[]>();
  for (const part of version.slice(0, LONGEST_VERSION).split(" ")) {
    const [name = "", ...moment] = part.split(".");
    shown.set(name, moment);
  }
  const changes = new Map<string, ViewChange>();
  for (const [name, resource] of resourceOf) {
    // What the page was made without, as a day before that came late, it has not shown at all.
    if (!now && !shown.has(name)) continue;
    const [asOf = "", state] = shown.get(name) ?? [];
    const event = now ? eventSince(now[name], Number.parseInt(asOf, 36) || 0, state) : "refresh";
    if (event) changes.set(`${event} ${resource}`, { event, resource });
  }
  return [...changes.values()];
}

function eventSince(now: CacheStatus | undefined, asOf: number, state: string | undefined) {
  if (now === undefined || "error" in now) return null;
  if (now.asOf > asOf) return "refresh";
  return now.state === "stale" && state !== "stale" ? "failure" : null;
}
