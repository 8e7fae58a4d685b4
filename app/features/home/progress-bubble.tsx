import { useRef } from "react";
import { COUNT_CAP, useCountUp } from "./use-count-up";

const RADIUS = 61;
const LENGTH = 2 * Math.PI * RADIUS;

/** The figure beside the phone. It counts up once when it is seen; read out it is always its end. */
export function ProgressBubble({ seen }: { seen: boolean }) {
  const bubble = useRef<HTMLDivElement>(null);
  const count = useCountUp(bubble, seen);
  return (
    <div className={bubbleStyle} ref={bubble}>
      <svg
        className="absolute inset-0"
        viewBox="0 0 132 132"
        fill="none"
        strokeWidth="6"
        aria-hidden="true"
      >
        <circle className="stroke-line" cx="66" cy="66" r={RADIUS} />
        <circle
          className="stroke-accent"
          cx="66"
          cy="66"
          r={RADIUS}
          strokeDasharray={`${(count / 100) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 66 66)"
        />
      </svg>
      <b
        className="text-[27cqi]/none font-extrabold tabular-nums"
        role="img"
        aria-label={`${COUNT_CAP}%+`}
      >
        {count}
        <small className="text-[0.49em]">%+</small>
      </b>
    </div>
  );
}

/** It grows with the text as far as there is room, and its figure with it. */
const bubbleStyle =
  "@container absolute top-12 -right-7.5 z-3 grid aspect-square w-[min(6.75rem,42vw)] place-items-center " +
  "rounded-full bg-ground sm:top-18.5 sm:-right-13.5 sm:w-[min(8.25rem,200px)]";
