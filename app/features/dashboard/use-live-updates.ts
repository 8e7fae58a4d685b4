import { useEffect, useInsertionEffect, useRef, useState } from "react";
import { answersSoon, versionOf } from "~/lib/connection";
import { serverNow } from "~/lib/server-clock";
import { eventsUrl, type Tab } from "./dashboard-url";
import { viewName, viewVersion, type DashboardView } from "./dashboard-view";

/** The page settles before it opens a connection that stays. Milliseconds. */
const CONNECT_AFTER = 2000;

/** Events of one refresh come in a bunch; they cost one request, later than the server sends an older view. Milliseconds. */
const GATHER = 500;

/** The tabs with figures, which are asked for at the pace they age: who reads them keeps them fresh. Milliseconds. */
const POLL_EVERY: Partial<Record<Tab, number>> = { "fleet-overview": 60_000, trip: 30_000 };

/**
 * Keeps the open view up to date: it is asked for again when the server says that figures have come or failed to come,
 * and at the pace they age. Nothing happens while paused or while nobody looks.
 *
 * @param view what was answered last
 * @param refresh asks for it again; the same function while the same view is open
 * @returns since when the server cannot be reached, epoch milliseconds; null while it can, as far as is known
 */
export function useLiveUpdates(
  view: DashboardView,
  paused: boolean,
  refresh: () => void,
): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  const latest = useRef(view);
  useInsertionEffect(() => void (latest.current = view));
  const address = viewName(view.state);
  const pollEvery = POLL_EVERY[view.state.tab];
  useEffect(() => {
    if (paused || pollEvery === undefined) return;
    let disconnect = () => {};
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refreshSeen = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const changed = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        refreshSeen();
      }, GATHER);
    };
    const url = () => eventsUrl(latest.current.state, viewVersion(latest.current));
    const connect = () => {
      disconnect = followView(address, url, { changed, lost: setLostAt });
    };
    let connecting = setTimeout(connect, CONNECT_AFTER);
    const end = () => {
      clearTimeout(connecting);
      disconnect();
      setLostAt(null);
    };
    // A browser allows few connections to one host, so a tab that nobody looks at gives its own back.
    const followVisibility = () => {
      end();
      if (document.visibilityState !== "visible") return;
      connecting = setTimeout(connect, CONNECT_AFTER);
      refresh();
    };
    const polling = setInterval(refreshSeen, pollEvery);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      end();
      clearTimeout(gathering);
      clearInterval(polling);
      document.removeEventListener("visibilitychange", followVisibility);
    };
  }, [address, pollEvery, paused, refresh]);
  return lostAt;
}

/** A stream that breaks is back within this, as a rule: nothing is said of it. Milliseconds. */
const GRACE_MS = 2_500;

/** How long the server may take to say that it is there. With {@link GRACE_MS} less than five seconds. */
const ANSWER_MS = 2_000;

/** How often the server is asked while no stream is open. Milliseconds. */
const ASK_EVERY_MS = 3_000;

/** A stream that was refused, by which the browser's own asking again ends. */
const REOPEN_MS = 15_000;

/**
 * A browser has six connections to a host over HTTP/1.1 for all of its windows, and each open stream holds one of them.
 * So many windows may hold a stream; half of the connections stay free for everything else.
 */
const MOST_STREAMS = 3;

interface LiveListener {
  /** Something may have changed. */
  changed: () => void;
  /** The server cannot be reached, since so many epoch milliseconds; null: it can be reached again. */
  lost: (since: number | null) => void;
}

/**
 * Listens to a stream of events while this window has one of the browser's few, which Web Locks hand out, and asks for
 * the `ETag` of its view until then: the first answer counts as a change. While a stream is broken, it finds out whether
 * the server can be reached. A refused stream is no lost server: the page can still ask.
 *
 * @param address the view's
 * @param url of the stream, which begins with what the page has missed; asked for each time one is opened
 * @returns the function that ends it
 */
export function followView(
  address: string,
  url: () => string,
  { changed, lost }: LiveListener,
): () => void {
  let source: EventSource | undefined;
  let asks = true;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let known: string | null = null;
  let brokenAt = 0;
  let isLost = false;

  function recover(): void {
    isLost = false;
    lost(null);
    changed();
  }

  async function ask(): Promise<void> {
    if (!source) brokenAt = serverNow();
    const version = source ? null : await versionOf(address, ANSWER_MS);
    // A view that waits for its upstream is no lost connection.
    const reachable = version !== null || (await answersSoon(ANSWER_MS));
    if (!asks) return;
    const isBack = reachable && isLost;
    if (isBack || (version !== null && version !== known)) recover();
    if (!reachable && !isLost) lost(brokenAt);
    isLost = !reachable;
    known = version ?? known;
    // A stream that has held tells everything; while one stays refused, the page asks at the pace of its figures.
    asks = !reachable || source === undefined || source.readyState === EventSource.CONNECTING;
    if (asks) askIn(ASK_EVERY_MS);
    else if (isBack && source?.readyState === EventSource.CLOSED) open();
  }

  function askIn(milliseconds: number): void {
    clearTimeout(asking);
    asking = setTimeout(() => void ask(), milliseconds);
  }

  function watch(): void {
    if (asks) return;
    asks = true;
    brokenAt = serverNow();
    askIn(GRACE_MS);
  }

  function stopAsking(): void {
    asks = false;
    clearTimeout(asking);
  }

  function open(): void {
    clearTimeout(reopening);
    // While the server is lost, it is asked until it answers or the stream is open.
    if (!isLost) stopAsking();
    const opened = (source = new EventSource(url()));
    for (const event of ["refresh", "failure"]) source.addEventListener(event, changed);
    source.addEventListener("open", () => {
      if (asks) recover();
      stopAsking();
    });
    source.addEventListener("error", () => {
      watch();
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopening);
      reopening = setTimeout(open, REOPEN_MS);
    });
  }

  askIn(ASK_EVERY_MS);
  // Whoever closes, crashes or is frozen gives its lock back by that.
  const waiting = new AbortController();
  let release = () => {};
  const hold = () => {
    // Another one was granted in the same moment.
    if (waiting.signal.aborted) return;
    waiting.abort();
    open();
    return new Promise<void>((resolve) => (release = resolve));
  };
  // Missing on plain HTTP, though the type says that every browser has it: such a window asks.
  const { locks } = navigator as { locks?: LockManager };
  for (let stream = 1; stream <= MOST_STREAMS; stream += 1) {
    const options = { signal: waiting.signal };
    // Those that are not waited for any more reject.
    locks?.request(`pulsescout-stream-${stream}`, options, hold).catch(() => undefined);
  }
  window.addEventListener("offline", watch);
  return () => {
    waiting.abort();
    release();
    stopAsking();
    clearTimeout(reopening);
    source?.close();
    window.removeEventListener("offline", watch);
  };
}
