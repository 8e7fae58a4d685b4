import { useCallback, useEffect, useState } from "react";

export interface Countdown {
  /** Seconds until the redirect to the store, which begins at 0; undefined until the app link has been tried. */
  left: number | undefined;
  /** No redirect: the visitor wants to stay, or the app has opened and hides the page. */
  stays: boolean;
  /** Stops the countdown, unless the redirect has begun. */
  stay: () => void;
}

const ATTEMPT_AFTER_MS = 100;

const COUNTDOWN_SECONDS = 3;

/**
 * Runs the countdown and redirects to the store at its end. Stops when the page is hidden: the app has opened.
 *
 * @param storeUrl replaces this page in the history, so that Back does not restart the countdown
 */
export function useCountdown(storeUrl: string): Countdown {
  const [left, setLeft] = useState<number>();
  const [stays, setStays] = useState(false);

  // Staying is final, and no longer possible once the redirect has begun.
  const stay = useCallback(() => setStays((stayed) => stayed || left !== 0), [left]);

  useEffect(() => {
    if (stays) return;
    if (left === 0) return location.replace(storeUrl);
    const [next, delay] =
      left === undefined ? [COUNTDOWN_SECONDS, ATTEMPT_AFTER_MS] : [left - 1, 1000];
    const timer = setTimeout(() => setLeft(next), delay);
    return () => clearTimeout(timer);
  }, [left, stays, storeUrl]);

  useEffect(() => {
    const stayWhenHidden = () => document.hidden && stay();
    document.addEventListener("visibilitychange", stayWhenHidden);
    return () => document.removeEventListener("visibilitychange", stayWhenHidden);
  }, [stay]);

  return { left, stays, stay };
}
