import { useEffect, useReducer } from "react";

export type Stage =
  | { at: "attempting" }
  /** The app was tried; the store page follows when no second is left. */
  | { at: "counting"; seconds: number }
  | { at: "redirecting" }
  /** The visitor stays on the page: they said so, or the app has come up. */
  | { at: "staying" };

const ATTEMPT_AFTER_MS = 100;

const COUNTDOWN_SECONDS = 3;

/** The stage after its time, or after somebody wants to stay. */
export function next(stage: Stage, event: "time" | "stay"): Stage {
  if (stage.at === "redirecting" || stage.at === "staying") return stage;
  if (event === "stay") return { at: "staying" };
  const seconds = stage.at === "counting" ? stage.seconds - 1 : COUNTDOWN_SECONDS;
  return seconds > 0 ? { at: "counting", seconds } : { at: "redirecting" };
}

/**
 * Runs the countdown and leads to the store page at its end. It ends early when the page disappears behind
 * the app that it has opened, and when the network is away: the store could not come, and this page has the code.
 *
 * @param storeUrl takes this page's place in the history, so that going back does not count down again
 * @returns the stage, and how to stay on the page
 */
export function useCountdown(storeUrl: string): { stage: Stage; stay: () => void } {
  const [stage, dispatch] = useReducer(next, { at: "attempting" });

  useEffect(() => {
    if (stage.at === "redirecting") location.replace(storeUrl);
    if (stage.at === "redirecting" || stage.at === "staying") return;
    const end = () => dispatch(stage.at === "counting" && !navigator.onLine ? "stay" : "time");
    const timer = setTimeout(end, stage.at === "attempting" ? ATTEMPT_AFTER_MS : 1000);
    return () => clearTimeout(timer);
  }, [stage, storeUrl]);

  useEffect(() => {
    const stayWhenHidden = () => document.hidden && dispatch("stay");
    document.addEventListener("visibilitychange", stayWhenHidden);
    return () => document.removeEventListener("visibilitychange", stayWhenHidden);
  }, []);

  return { stage, stay: () => dispatch("stay") };
}
