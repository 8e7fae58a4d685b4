import type { DashboardResource } from "./policies.server";
import type { RefreshNotice } from "./refresh-notices.server";

/** Proxies close a connection on which nothing comes for a minute. */
const HEARTBEAT_MS = 25_000;

/** Nobody reads figures that change faster; what comes meanwhile is told once, at the end. */
export const QUIET_MS = 5_000;

/** Where a browser finds the stream again after it broke. */
const RECONNECT_MS = 5_000;

export interface RefreshEventsOptions {
  /** Subscribes to the notices; returns the unsubscribe function. */
  onRefresh: (listener: (notice: RefreshNotice) => void) => () => void;
  /** Whether the reader's view shows the answer that a notice is about. */
  shows: (notice: RefreshNotice) => boolean;
  /** Ends the events. */
  ended: AbortSignal;
}

/**
 * Server-sent events (HTML standard) for one reader: `refresh`, with the resource's name, for each newer answer to
 * what the reader sees. Made only as they are taken, so a slow reader has at most one of each name waiting.
 */
export async function* refreshEvents(options: RefreshEventsOptions): AsyncGenerator<string> {
  const { onRefresh, shows, ended } = options;
  const untold = new Set<DashboardResource>();
  const quietUntil = new Map<DashboardResource, number>();
  let wake: () => void = () => undefined;
  const leave = onRefresh((notice) => {
    if (!shows(notice)) return;
    untold.add(notice.resource);
    wake();
  });
  const end = () => {
    leave();
    wake();
  };
  if (ended.aborted) end();
  ended.addEventListener("abort", end, { once: true });

  /** Milliseconds until a resource may be told of again. */
  const quietFor = (resource: DashboardResource) =>
    (quietUntil.get(resource) ?? 0) - performance.now();

  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    while (!ended.aborted) {
      const due = [...untold].filter((resource) => quietFor(resource) <= 0);
      if (due.length > 0) {
        for (const resource of due) {
          untold.delete(resource);
          quietUntil.set(resource, performance.now() + QUIET_MS);
        }
        yield due.map((resource) => `event: refresh\ndata: ${resource}\n\n`).join("");
        continue;
      }
      const sleep = Math.min(HEARTBEAT_MS, ...[...untold].map(quietFor));
      const slept = await wokenWithin(sleep, (waker) => (wake = waker));
      if (slept && untold.size === 0) yield ": still here\n\n";
    }
  } finally {
    leave();
  }
}

/** Sleeps until it is woken or the time is over; true when nobody woke it. */
function wokenWithin(milliseconds: number, onSleep: (wake: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    onSleep(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
