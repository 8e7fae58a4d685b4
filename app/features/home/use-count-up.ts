import { useEffect, useState, type RefObject } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { useInterval } from "~/ui/use-interval";
import { COUNT_CAP, COUNT_TICK_MS, countAfter } from "./count-up";

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

  useInterval(seen && !paused && counted < COUNT_CAP, COUNT_TICK_MS, () =>
    setTicks((passed = 0) => passed + 1),
  );
  return counted;
}
