import { useEffect, useReducer } from "react";
import { durationOf, next, start, type Stage } from "./countdown";

/**
 * Runs the countdown and leads to the store page at its end. It ends early when the page disappears behind
 * the app that it has opened, and when the network is away: the store could not come, and this page has the code.
 *
 * @param storeUrl takes this page's place in the history, so that going back does not count down again
 * @returns the stage, and how to stay on the page
 */
export function useCountdown(storeUrl: string): { stage: Stage; stay: () => void } {
  const [stage, dispatch] = useReducer(next, start);

  useEffect(() => {
    const duration = durationOf(stage);
    if (duration === null) return;
    const end = () => dispatch(stage.at === "counting" && !navigator.onLine ? "stay" : "time");
    const timer = setTimeout(end, duration);
    return () => clearTimeout(timer);
  }, [stage]);

  useEffect(() => {
    const stayWhenHidden = () => document.hidden && dispatch("stay");
    document.addEventListener("visibilitychange", stayWhenHidden);
    return () => document.removeEventListener("visibilitychange", stayWhenHidden);
  }, []);

  useEffect(() => {
    if (stage.at === "redirecting") location.replace(storeUrl);
  }, [stage, storeUrl]);

  return { stage, stay: () => dispatch("stay") };
}
