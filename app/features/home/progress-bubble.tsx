import { useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useMotionPaused } from "~/lib/pause-motion";
import { ProgressRing } from "~/ui/progress-ring";
import { useInterval } from "~/ui/use-timers";

/** Final value of the counter, duration of the count, and interval of its steps. */
const COUNT_CAP = 96;
const COUNT_MS = 1500;
export const COUNT_TICK_MS = 15;

/** The figure beside the phone. It counts up once when seen; its accessible name is always the final value. */
export function ProgressBubble({ seen }: { seen: boolean }) {
  const bubble = useRef<HTMLDivElement>(null);
  const count = useCountUp(bubble, seen);
  return (
    <div className={bubbleStyle} ref={bubble}>
      <ProgressRing percent={count} className={ringStyle} />
      <b
        className="font-large text-[27cqi]/none font-extrabold tabular-nums"
        role="img"
        aria-label={`${COUNT_CAP}%+`}
      >
        {count}
        <small className="text-[0.49em]">%+</small>
      </b>
    </div>
  );
}

/** The bubble and its figure scale with the text size, as far as there is room. */
const bubbleStyle =
  "@container absolute top-12 -right-7.5 z-3 grid aspect-square w-[min(6.75rem,42vw)] place-items-center " +
  "rounded-full bg-ground sm:top-18.5 sm:-right-13.5 sm:w-[min(8.25rem,200px)]";

const ringStyle = "absolute inset-0 size-full stroke-[4.545%] text-line [--radius:46.212%]";

/**
 * The value of the counter. The server renders the final value, which is right without scripts. The counter is set to 0
 * only outside of the window, and counts up from there once; a final value that was seen stays.
 *
 * @param element element with the counter
 * @param seen whether the counter has been in the window, so that the count starts
 */
function useCountUp(element: RefObject<Element>, seen: boolean): number {
  const paused = useMotionPaused();
  /** Steps of the count; undefined for the final value. */
  const [ticks, setTicks] = useState<number>();
  if (paused && ticks !== undefined) setTicks(undefined);
  const counted = Math.round(
    COUNT_CAP * Math.min(1, ((ticks ?? Infinity) * COUNT_TICK_MS) / COUNT_MS),
  );

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
    // Synchronously, because the browser lays out the page for print right after this event.
    const end = () => flushSync(() => setTicks(undefined));
    window.addEventListener("beforeprint", end);
    return () => window.removeEventListener("beforeprint", end);
  }, []);

  useInterval(seen && !paused && counted < COUNT_CAP, COUNT_TICK_MS, () =>
    setTicks((passed = 0) => passed + 1),
  );
  return counted;
}
