import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";

/**
 * Loads the open page again when its time has come, while it is visible and online and no navigation is under way.
 *
 * @param waitAfter milliseconds from an answer to the next one, null for the last answer; `lastWait` is that of the
 *   answer before
 */
export function usePoll<View>(
  answer: View,
  waitAfter: (answer: View, lastWait: number | null) => number | null,
  isStopped = false,
): void {
  const { state, revalidate } = useRevalidator();
  const isWatched = useSyncExternalStore(subscribe, isVisibleAndOnline, () => false);
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const turn = useRef<{ answer: View; wait: number | null; since: number } | null>(null);
  useEffect(() => {
    if (turn.current?.answer !== answer) {
      const wait = waitAfter(answer, turn.current?.wait ?? null);
      turn.current = { answer, wait, since: Date.now() };
    }
    const { wait, since } = turn.current;
    if (wait === null || isStopped || !isWatched || !isIdle) return;
    // The lower bound is for a clock that was set back.
    const timer = setTimeout(revalidate, wait - Math.max(Date.now() - since, 0));
    return () => clearTimeout(timer);
  }, [answer, waitAfter, isStopped, isWatched, isIdle, revalidate]);
}

function subscribe(listener: () => void): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  document.addEventListener("visibilitychange", listener, { signal });
  for (const event of ["online", "offline"]) window.addEventListener(event, listener, { signal });
  return () => subscription.abort();
}

const isVisibleAndOnline = () => document.visibilityState === "visible" && navigator.onLine;
