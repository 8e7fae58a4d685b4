import { randomInt } from "node:crypto";
import type { CacheStatus, CacheStatuses } from "../cache/stale-while-revalidate.server";

/** The name of one cached answer. */
export interface AnswerName {
  resource: string;
  key: string;
}

/** The result of a refresh of an answer that was served before. */
export interface RefreshNotice extends AnswerName {
  event: "refresh" | "failure";
}

/** Interval of heartbeats: proxies close connections that are idle for a minute. */
const HEARTBEAT_MS = 25_000;

/** Minimum time between equal events: nobody can read figures that change faster. Events in between are merged. */
const MIN_INTERVAL_MS = 5_000;

/** Range of the random reconnection delay of browsers, so that they do not all reconnect at the same moment. */
const RECONNECT_MS = { least: 1_000, most: 2_500 };

/** A reader that receives nothing for this long is dropped, which frees its place for others. */
const MAX_STALL_MS = 60_000;

/** A change of one result in a view. */
export type ViewChange = Pick<RefreshNotice, "event" | "resource">;

/** The view that a reader has open. */
export interface SubscribedView {
  /** Equal for all readers that get the same events. */
  name: string;
  /** Whether the view shows the given answer. */
  shows: (answer: AnswerName) => boolean;
  /** Returns the changes that the reader's page has missed until now. */
  missed?: () => ViewChange[];
}

/** The client of an event stream. */
export interface Reader {
  /** Whether previously sent data is still buffered. */
  isBehind(): boolean;
  send(text: string): void;
  /** Closes the connection. */
  drop(): void;
}

/** Server-sent events (HTML standard) for open dashboards. */
export interface RefreshEvents {
  /**
   * Sends `refresh`, with the resource's name, for each newer answer of the reader's view, and `failure` when its
   * refreshes begin to fail. First sends the events that the page has missed. The returned function unsubscribes.
   */
  join(view: SubscribedView, reader: Reader): () => void;
  /** Sends missed events to a reader that was behind and can receive again. */
  goOn(reader: Reader): void;
}

/** Events that a reader could not receive yet, without duplicates. */
interface MissedEvents {
  events: Set<string>;
  /** Monotonic milliseconds. */
  since: number;
}

/**
 * Creates the event streams. Readers of the same view share its state, so another reader costs only its connection.
 *
 * @param onRefresh subscribes to notices of refreshes
 */
export function createRefreshEvents(
  onRefresh: (listener: (notice: RefreshNotice) => void) => void,
): RefreshEvents {
  const views = new Map<string, WatchedView>();
  const backlogs = new Map<Reader, MissedEvents>();
  let heartbeat: NodeJS.Timeout | undefined;

  onRefresh((notice) => {
    const event = textOf(notice);
    for (const view of views.values()) if (view.shows(notice)) view.hear(event);
  });

  function tell(reader: Reader, events: Iterable<string>): void {
    if (!reader.isBehind()) return reader.send([...events].join(""));
    const backlog = backlogs.get(reader) ?? { events: new Set(), since: performance.now() };
    for (const event of events) backlog.events.add(event);
    backlogs.set(reader, backlog);
  }

  function sendHeartbeat(): void {
    const stalledBefore = performance.now() - MAX_STALL_MS;
    for (const { readers } of views.values()) {
      for (const reader of readers) {
        if (!reader.isBehind()) reader.send(": still here\n\n");
        else if ((backlogs.get(reader)?.since ?? Infinity) <= stalledBefore) reader.drop();
        else tell(reader, []);
      }
    }
  }

  return {
    join({ name, shows, missed: missedBy }, reader) {
      const view = views.get(name) ?? new WatchedView(shows, tell);
      views.set(name, view);
      view.readers.add(reader);
      heartbeat ??= setInterval(sendHeartbeat, HEARTBEAT_MS);
      reader.send(`retry: ${randomInt(RECONNECT_MS.least, RECONNECT_MS.most)}\n\n`);
      const changes = missedBy?.() ?? [];
      if (changes.length > 0) tell(reader, changes.map(textOf));
      return () => {
        backlogs.delete(reader);
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
      const backlog = backlogs.get(reader);
      backlogs.delete(reader);
      if (backlog && backlog.events.size > 0) tell(reader, backlog.events);
    },
  };
}

function textOf({ event, resource }: ViewChange): string {
  return `event: ${event}\ndata: ${resource}\n\n`;
}

/** A view with all its readers. */
class WatchedView {
  readonly readers = new Set<Reader>();
  readonly #pending = new Set<string>();
  readonly #quietUntil = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly shows: SubscribedView["shows"],
    readonly tell: (reader: Reader, events: readonly string[]) => void,
  ) {}

  hear(event: string): void {
    this.#pending.add(event);
    this.#sendDue();
  }

  forget(): void {
    clearTimeout(this.#timer);
  }

  #sendDue(): void {
    const now = performance.now();
    const quietFor = (event: string) => (this.#quietUntil.get(event) ?? 0) - now;
    const due = [...this.#pending].filter((event) => quietFor(event) <= 0);
    for (const event of due) {
      this.#pending.delete(event);
      this.#quietUntil.set(event, now + MIN_INTERVAL_MS);
    }
    if (due.length > 0) for (const reader of this.readers) this.tell(reader, due);
    clearTimeout(this.#timer);
    if (this.#pending.size === 0) return;
    const soonest = Math.min(...[...this.#pending].map(quietFor));
    this.#timer = setTimeout(() => this.#sendDue(), soonest);
  }
}

/** The longest version that a page may send. */
const LONGEST_VERSION = 1024;

/**
 * The changes that a page has missed since it was rendered.
 *
 * @param version the version of its content that the page reports
 * @param now the current results; null when a result is missing and the current state is unknown
 * @param resourceOf the resource of each of the view's results
 * @returns each change once: `refresh` for a newer answer, `failure` for a stale result that the page shows as fresh
 */
export function changesSince(
  version: string,
  now: CacheStatuses | null,
  resourceOf: ReadonlyMap<string, string>,
): ViewChange[] {
  const displayed = new Map<string, string[]>();
  for (const part of version.slice(0, LONGEST_VERSION).split(" ")) {
    const [name = "", ...moment] = part.split(".");
    displayed.set(name, moment);
  }
  const changes = new Map<string, ViewChange>();
  for (const [name, resource] of resourceOf) {
    // The page does not show results that it was rendered without, such as a late optional one.
    if (!now && !displayed.has(name)) continue;
    const [asOf = "", state] = displayed.get(name) ?? [];
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
