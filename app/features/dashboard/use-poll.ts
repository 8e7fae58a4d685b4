import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import type { DashboardAnswer } from "./browser-answers";
import { shownResults } from "./dashboard-view";

/** Time between two answers of an open dashboard, in milliseconds. */
const POLL_MS = 30_000;

/** A refresh that was under way on the server has usually ended after this time. Milliseconds. */
const SOON_MS = 2_000;

/**
 * Time until the server is asked again: none after the browser's own copy, a short one after figures that were being
 * refreshed, but not twice in a row. Milliseconds.
 */
export function waitAfter(answer: DashboardAnswer, lastWait: number | null): number {
  if (answer.isCopy) return 0;
  const isRefreshing = shownResults(answer).some(({ state }) => state === "refreshing");
  return isRefreshing && !answer.lostAt && lastWait !== SOON_MS ? SOON_MS : POLL_MS;
}

/**
 * Loads the open view again when its time has come, while the page is visible and online and no navigation is under
 * way. Paused motion stops this, except for the newer figures that a stored copy stands in for.
 */
export function usePoll(answer: DashboardAnswer): void {
  const { state, revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const isWatched = useSyncExternalStore(subscribe, isVisibleAndOnline, () => false);
  const isPaused = useMotionPaused() && !answer.isCopy;
  const hasFigures = answer.fleet !== null || answer.trips !== null;
  const asks = isIdle && isWatched && hasFigures && !isPaused;
  const turn = useRef<{ answer: DashboardAnswer; wait: number; dueAt: number } | null>(null);
  useEffect(() => {
    if (turn.current?.answer !== answer) {
      const wait = waitAfter(answer, turn.current?.wait ?? null);
      turn.current = { answer, wait, dueAt: Date.now() + wait };
    }
    if (!asks) return;
    const { dueAt } = turn.current;
    // The upper bound is for a clock that was set back.
    const timer = setTimeout(revalidate, Math.min(Math.max(dueAt - Date.now(), 0), POLL_MS));
    return () => clearTimeout(timer);
  }, [answer, asks, revalidate]);
}

function subscribe(listener: () => void): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  document.addEventListener("visibilitychange", listener, { signal });
  for (const event of ["online", "offline"]) window.addEventListener(event, listener, { signal });
  return () => subscription.abort();
}

const isVisibleAndOnline = () => document.visibilityState === "visible" && navigator.onLine;
