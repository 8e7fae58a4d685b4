import { useEffect, useReducer } from "react";

export type Stage =
  | { at: "attempting" }
  /** The app link was tried. The page redirects to the store when no seconds are left. */
  | { at: "counting"; seconds: number }
  | { at: "redirecting" }
  /** No redirect: the visitor pressed "Stay here", or the app opened and hides the page. */
  | { at: "staying" };

const ATTEMPT_AFTER_MS = 100;

const COUNTDOWN_SECONDS = 3;

/** Reducer: the stage after a timer event (`time`) or after the countdown is stopped (`stay`). */
export function next(stage: Stage, event: "time" | "stay"): Stage {
  if (stage.at === "redirecting" || stage.at === "staying") return stage;
  if (event === "stay") return { at: "staying" };
  const seconds = stage.at === "counting" ? stage.seconds - 1 : COUNTDOWN_SECONDS;
  return seconds > 0 ? { at: "counting", seconds } : { at: "redirecting" };
}

/**
 * Runs the countdown and redirects to the store at its end. Stops when the page is hidden (the app
 * has opened) or the browser is offline (the store could not load, and this page has the code).
 *
 * @param storeUrl replaces this page in the history, so that Back does not restart the countdown
 * @returns the stage, and a function that stops the countdown
 */
export function useCountdown(storeUrl: string): { stage: Stage; stay: () => void } {
  const [stage, dispatch] = useReducer(next, { at: "attempting" });

  useEffect(() => {
    if (stage.at === "redirecting") location.replace(storeUrl);
    if (stage.at === "redirecting" || stage.at === "staying") return;
    const advance = () => dispatch(stage.at === "counting" && !navigator.onLine ? "stay" : "time");
    const timer = setTimeout(advance, stage.at === "attempting" ? ATTEMPT_AFTER_MS : 1000);
    return () => clearTimeout(timer);
  }, [stage, storeUrl]);

  useEffect(() => {
    const stayWhenHidden = () => document.hidden && dispatch("stay");
    document.addEventListener("visibilitychange", stayWhenHidden);
    return () => document.removeEventListener("visibilitychange", stayWhenHidden);
  }, []);

  return { stage, stay: () => dispatch("stay") };
}
