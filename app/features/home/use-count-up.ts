import { useEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useMotionPaused } from "~/lib/pause-motion";
import { useInterval } from "~/ui/use-timers";

/**
 * What a counter shows. The server writes its end, which is right without scripts. It goes back to 0 only
 * where nobody looks, and counts up from there once: an end that was seen stands.
 *
 * @param element that shows the counter
 * @param seen whether it is time to count
 */
export function useCountUp(element: RefObject<Element>, seen: boolean): number {
  const paused = useMotionPaused();
  /** Undefined while the end stands. */
  const [ticks, setTicks] = useState<number>();
  if (paused && ticks !== undefined) setTicks(undefined);
  const counted = ticks === undefined ? COUNT_CAP : countAfter(ticks);

  useEffect(() => {
    if (paused || seen || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1)?.isIntersecting) setTicks(0);
      observer.disconnect();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [paused, seen, element]);

  useEffect(() => {
    // At once: a page is laid out for print as soon as this event has been heard.
    const end = () => flushSync(() => setTicks(undefined));
    window.addEventListener("beforeprint", end);
    return () => window.removeEventListener("beforeprint", end);
  }, []);

  useInterval(seen && !paused && counted < COUNT_CAP, COUNT_TICK_MS, () =>
    setTicks((passed = 0) => passed + 1),
  );
  return counted;
}

/** Where the counter stops, how long it takes, how often it moves. */
export const COUNT_CAP = 96;
const COUNT_MS = 1500;
export const COUNT_TICK_MS = 15;

/** What the counter shows after a number of ticks. */
function countAfter(ticks: number): number {
  return Math.min(COUNT_CAP, Math.round((COUNT_CAP * ticks * COUNT_TICK_MS) / COUNT_MS));
}
