import { useEffect, useState } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { ProgressRing } from "~/ui/progress-ring";

/** Final value of the counter, and its steps: 1500 ms of 15 ms. */
const COUNT_CAP = 96;
export const COUNT_TICK_MS = 15;
const TICKS = 1500 / COUNT_TICK_MS;

/**
 * The figure beside the phone. It counts up once when seen; its accessible name is always the final value, and so is the
 * figure in the server's HTML, where motion counts as paused.
 */
export function ProgressBubble({ seen }: { seen: boolean }) {
  const paused = useMotionPaused();
  const [ticks, setTicks] = useState(0);
  const counting = seen && ticks < TICKS;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setTicks((passed) => passed + 1), COUNT_TICK_MS);
    return () => clearInterval(timer);
  }, [counting]);
  const count = paused ? COUNT_CAP : Math.round((COUNT_CAP * ticks) / TICKS);
  return (
    <div className={bubbleStyle}>
      <ProgressRing percent={count} className={ringStyle} />
      <b
        className="font-large text-[27cqi]/none font-extrabold tabular-nums print:before:content-['96']"
        role="img"
        aria-label={`${COUNT_CAP}%+`}
      >
        <span className="print:hidden">{count}</span>
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
