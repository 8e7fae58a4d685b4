import { useEffect, useState } from "react";

/**
 * `attempting`: the app link is tried soon. A number: seconds until the redirect to the store, which begins at 0.
 * `staying`: no redirect, because the visitor pressed "Stay here", or the app opened and hides the page.
 */
export type Stage = "attempting" | "staying" | number;

const ATTEMPT_AFTER_MS = 100;

const COUNTDOWN_SECONDS = 3;

/** The stage after a wish to stay, which comes too late once the redirect has begun. */
const stopped = (stage: Stage) => (stage === 0 ? 0 : "staying");

/**
 * Runs the countdown and redirects to the store at its end. Stops when the page is hidden: the app has opened.
 *
 * @param storeUrl replaces this page in the history, so that Back does not restart the countdown
 * @returns the stage, and a function that stops the countdown
 */
export function useCountdown(storeUrl: string): { stage: Stage; stay: () => void } {
  const [stage, setStage] = useState<Stage>("attempting");

  useEffect(() => {
    if (stage === 0) location.replace(storeUrl);
    if (stage === 0 || stage === "staying") return;
    const [next, delay] =
      stage === "attempting" ? [COUNTDOWN_SECONDS, ATTEMPT_AFTER_MS] : [stage - 1, 1000];
    // The page may have been left since this stage was rendered.
    const timer = setTimeout(() => setStage((now) => (now === stage ? next : now)), delay);
    return () => clearTimeout(timer);
  }, [stage, storeUrl]);

  useEffect(() => {
    const stayWhenHidden = () => document.hidden && setStage(stopped);
    document.addEventListener("visibilitychange", stayWhenHidden);
    return () => document.removeEventListener("visibilitychange", stayWhenHidden);
  }, []);

  return { stage, stay: () => setStage(stopped) };
}
