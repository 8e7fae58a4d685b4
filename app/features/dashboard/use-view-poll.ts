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
  if (answer.isCopy && !answer.lostAt) return 0;
  if (!answer.fleet && !answer.trips) return null;
  const isRefreshing = shownResults(answer).some(({ state }) => state === "refreshing");
  return isRefreshing && !answer.lostAt && lastWait !== SOON_MS ? SOON_MS : POLL_MS;
}

/** Loads the open view again. Paused motion stops polling, but not the requests that replace a stored copy. */
export function useViewPoll(answer: DashboardAnswer): void {
  const isPaused = useMotionPaused();
  usePoll(answer, waitAfter, isPaused && !answer.isCopy);
}
