import { useSyncExternalStore } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { shownResults } from "./dashboard-view";
import type { DashboardAnswer } from "./newer-view";
import { usePoll } from "./use-poll";

/** Time between two answers of an open dashboard, in milliseconds. */
const POLL_MS = 30_000;

/** A refresh that was under way on the server has usually ended after this time. Milliseconds. */
const SOON_MS = 2_000;

/**
 * Time until the server is asked again: none after the browser's own copy, a short one after figures that were being
 * refreshed, but not twice in a row. Milliseconds; null for a view without figures.
 */
export function waitAfter(answer: DashboardAnswer, lastWait: number | null): number | null {
  if (answer.isCopy) return 0;
  if (!answer.fleet && !answer.trips) return null;
  const isRefreshing = shownResults(answer).some(({ state }) => state === "refreshing");
  return isRefreshing && !answer.lostAt && lastWait !== SOON_MS ? SOON_MS : POLL_MS;
}

/**
 * Loads the open view again while the page is visible and online. Paused motion stops this, except for the newer figures
 * that a stored copy stands in for.
 */
export function useViewPoll(answer: DashboardAnswer): void {
  const isWatched = useSyncExternalStore(subscribe, isVisibleAndOnline, () => false);
  const isPaused = useMotionPaused() && !answer.isCopy;
  usePoll(answer, waitAfter, !isWatched || isPaused);
}

function subscribe(listener: () => void): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  document.addEventListener("visibilitychange", listener, { signal });
  for (const event of ["online", "offline"]) window.addEventListener(event, listener, { signal });
  return () => subscription.abort();
}

const isVisibleAndOnline = () => document.visibilityState === "visible" && navigator.onLine;
