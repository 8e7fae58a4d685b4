import { useState } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { useInterval } from "~/ui/use-interval";
import { COUNT_CAP, COUNT_TICK_MS, countAfter } from "./count-up";

const RADIUS = 61;
const LENGTH = 2 * Math.PI * RADIUS;

/**
 * The figure beside the phone. The server writes its end, so that it is right without scripts; it
 * counts up once when it is seen.
 */
export function ProgressBubble({ seen }: { seen: boolean }) {
  const paused = useMotionPaused();
  const [ticks, setTicks] = useState(0);
  const counting = seen && !paused && countAfter(ticks) < COUNT_CAP;
  useInterval(counting, COUNT_TICK_MS, () => setTicks((passed) => passed + 1));
  const count = counting ? countAfter(ticks) : COUNT_CAP;
  return (
    <div className="bubble">
      <svg viewBox="0 0 132 132" fill="none" strokeWidth="6" aria-hidden="true">
        <circle cx="66" cy="66" r={RADIUS} stroke="#2B3036" />
        <circle
          cx="66"
          cy="66"
          r={RADIUS}
          stroke="#FFB81C"
          strokeDasharray={`${(count / 100) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 66 66)"
        />
      </svg>
      <b>
        {count}
        <small>%+</small>
      </b>
    </div>
  );
}
