import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import type { DashboardAnswer } from "./browser-answers";
import { isRefreshing } from "./dashboard-view";

/** Time between two answers of an open dashboard, in milliseconds. */
const POLL_MS = 30_000;

/** A refresh that was under way on the server has usually ended after this time. Milliseconds. */
const SOON_MS = 2_000;

/** When to ask again after an answer. */
export interface Turn {
  answer: DashboardAnswer;
  /** Epoch milliseconds. */
  dueAt: number;
  /** Whether this is the one early poll after an answer that was being refreshed. */
  isEarly: boolean;
}

/**
 * The turn after an answer: at once after the browser's own copy, soon after figures that were being refreshed, but
 * not twice in a row, and otherwise after the usual time.
 *
 * @param last the turn that led to this answer; null for the first answer
 * @param now when the answer came, epoch milliseconds
 */
export function turnAfter(answer: DashboardAnswer, last: Turn | null, now: number): Turn {
  if (answer.from === "cache") return { answer, dueAt: now, isEarly: false };
  const isEarly = !answer.from && !last?.isEarly && isRefreshing(answer.view);
  return { answer, dueAt: now + (isEarly ? SOON_MS : POLL_MS), isEarly };
}

/**
 * Loads the open view again when its turn has come, while the page is visible and online and no navigation is under
 * way. Paused motion stops this, except for the newer figures that a stored copy stands in for.
 */
export function usePoll(answer: DashboardAnswer): void {
  const { state, revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const isWatched = useSyncExternalStore(subscribe, isVisibleAndOnline, () => false);
  const paused = useMotionPaused();
  const hasFigures = answer.view.fleet !== null || answer.view.trips !== null;
  const asks = isIdle && isWatched && hasFigures && (!paused || answer.from === "cache");
  const turn = useRef<Turn | null>(null);
  useEffect(() => {
    if (turn.current?.answer !== answer) turn.current = turnAfter(answer, turn.current, Date.now());
    if (!asks) return;
    const wait = turn.current.dueAt - Date.now();
    // The upper bound is for a clock that was set back.
    const timer = setTimeout(revalidate, Math.min(Math.max(wait, 0), POLL_MS));
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
