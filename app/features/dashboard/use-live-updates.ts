import { useEffect, useInsertionEffect, useRef, useState } from "react";
import { serverNow } from "~/lib/server-clock";
import { eventsUrl, type Tab } from "./dashboard-url";
import { viewName, viewVersion, type DashboardView } from "./dashboard-view";
import { respondsWithin, versionOf } from "./reachability";

/** Delay before the event stream is opened, so that the page can finish loading. Milliseconds. */
const CONNECT_AFTER = 2000;

/** Merges a burst of events into one request. Longer than the server serves an old view. In ms. */
const GATHER = 500;

/** Polling interval by tab, in ms: how long its figures are fresh. A later read refreshes them. */
const POLL_EVERY: Partial<Record<Tab, number>> = { "fleet-overview": 60_000, trip: 30_000 };

/**
 * Keeps the open view up to date: refreshes it when the server reports newer figures or a failure,
 * and at a fixed interval. Does nothing while paused or while the tab is hidden.
 *
 * @param view the newest answer
 * @param refresh loads the view again; must be the same function while the view stays open
 * @returns when the server became unreachable, epoch milliseconds; otherwise null
 */
export function useLiveUpdates(
  view: DashboardView,
  paused: boolean,
  refresh: () => void,
): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  const latestView = useRef(view);
  useInsertionEffect(() => void (latestView.current = view));
  const address = viewName(view.state);
  const pollEvery = POLL_EVERY[view.state.tab];
  useEffect(() => {
    if (paused || pollEvery === undefined) return;
    let disconnect = () => {};
    let gatherTimer: ReturnType<typeof setTimeout> | undefined;
    const refreshIfVisible = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const refreshSoon = () => {
      gatherTimer ??= setTimeout(() => {
        gatherTimer = undefined;
        refreshIfVisible();
      }, GATHER);
    };
    const url = () => eventsUrl(latestView.current.state, viewVersion(latestView.current));
    const connect = () => {
      disconnect = followView(address, url, { changed: refreshSoon, lost: setLostAt });
    };
    let connectTimer = setTimeout(connect, CONNECT_AFTER);
    const disconnectAndReset = () => {
      clearTimeout(connectTimer);
      disconnect();
      setLostAt(null);
    };
    // Browsers limit the connections per host, so a hidden tab closes its stream.
    const followVisibility = () => {
      disconnectAndReset();
      if (document.visibilityState !== "visible") return;
      connectTimer = setTimeout(connect, CONNECT_AFTER);
      refresh();
    };
    const pollTimer = setInterval(refreshIfVisible, pollEvery);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      disconnectAndReset();
      clearTimeout(gatherTimer);
      clearInterval(pollTimer);
      document.removeEventListener("visibilitychange", followVisibility);
    };
  }, [address, pollEvery, paused, refresh]);
  return lostAt;
}

/** A broken stream usually reconnects within this time, so it is not reported. Milliseconds. */
const GRACE_MS = 2_500;

/** Timeout of a check of the server. Together with {@link GRACE_MS} below five seconds. */
const ANSWER_MS = 2_000;

/** Interval between checks of the server while no stream is open. Milliseconds. */
const ASK_EVERY_MS = 3_000;

/** Delay before a refused stream is opened again: the browser itself does not retry those. */
const REOPEN_MS = 15_000;

/**
 * How many windows may hold a stream. Over HTTP/1.1 all windows of a browser share six connections
 * per host, and each stream occupies one. Half of them stay free for other requests.
 */
const MOST_STREAMS = 3;

interface LiveListener {
  /** Called when the view may have changed. */
  changed: () => void;
  /** Called when the server becomes unreachable (since when, epoch ms) or reachable (null). */
  lost: (since: number | null) => void;
}

/**
 * Follows the changes of a view. A window that gets one of the few Web Locks opens an event stream.
 * Until then it polls the view's `ETag`, and the first answer counts as a change. While a stream is
 * broken, the server is checked. A refused stream does not count as a lost connection.
 *
 * @param address path and query of the view
 * @param url returns the stream's URL with the displayed version; called for each new stream
 * @returns a function that stops following
 */
export function followView(
  address: string,
  url: () => string,
  { changed, lost }: LiveListener,
): () => void {
  let source: EventSource | undefined;
  let isChecking = true;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let knownVersion: string | null = null;
  let brokenAt = 0;
  let isLost = false;

  function recover(): void {
    isLost = false;
    lost(null);
    changed();
  }

  async function check(): Promise<void> {
    if (!source) brokenAt = serverNow();
    const version = source ? null : await versionOf(address, ANSWER_MS);
    // A view can time out because of its upstream while the server is reachable.
    const reachable = version !== null || (await respondsWithin(ANSWER_MS));
    if (!isChecking) return;
    const isBack = reachable && isLost;
    if (isBack || (version !== null && version !== knownVersion)) recover();
    if (!reachable && !isLost) lost(brokenAt);
    isLost = !reachable;
    knownVersion = version ?? knownVersion;
    // An open stream reports all changes. With a refused one, `useLiveUpdates` still polls.
    isChecking = !reachable || source === undefined || source.readyState === EventSource.CONNECTING;
    if (isChecking) checkIn(ASK_EVERY_MS);
    else if (isBack && source?.readyState === EventSource.CLOSED) open();
  }

  function checkIn(milliseconds: number): void {
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => void check(), milliseconds);
  }

  function startChecking(): void {
    if (isChecking) return;
    isChecking = true;
    brokenAt = serverNow();
    checkIn(GRACE_MS);
  }

  function stopChecking(): void {
    isChecking = false;
    clearTimeout(checkTimer);
  }

  function open(): void {
    clearTimeout(reopenTimer);
    // An unreachable server is checked until it answers or the stream opens.
    if (!isLost) stopChecking();
    const stream = (source = new EventSource(url()));
    for (const event of ["refresh", "failure"]) source.addEventListener(event, changed);
    source.addEventListener("open", () => {
      if (isChecking) recover();
      stopChecking();
    });
    source.addEventListener("error", () => {
      startChecking();
      if (stream.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopenTimer);
      reopenTimer = setTimeout(open, REOPEN_MS);
    });
  }

  checkIn(ASK_EVERY_MS);
  // The browser releases the lock of a window that closes, crashes or is frozen.
  const lockRequests = new AbortController();
  let release = () => {};
  const openStreamAndHold = () => {
    // Another lock was granted at the same time.
    if (lockRequests.signal.aborted) return;
    lockRequests.abort();
    open();
    return new Promise<void>((resolve) => (release = resolve));
  };
  // Undefined on plain HTTP, unlike its type says. Without locks a window polls.
  const { locks } = navigator as { locks?: LockManager };
  for (let slot = 1; slot <= MOST_STREAMS; slot += 1) {
    const options = { signal: lockRequests.signal };
    // The promise of an aborted request rejects.
    locks?.request(`pulsescout-stream-${slot}`, options, openStreamAndHold).catch(() => undefined);
  }
  window.addEventListener("offline", startChecking);
  return () => {
    lockRequests.abort();
    release();
    stopChecking();
    clearTimeout(reopenTimer);
    source?.close();
    window.removeEventListener("offline", startChecking);
  };
}
