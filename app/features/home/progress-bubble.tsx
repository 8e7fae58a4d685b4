import { useRef } from "react";
import { COUNT_CAP } from "./count-up";
import { useCountUp } from "./use-count-up";

const RADIUS = 61;
const LENGTH = 2 * Math.PI * RADIUS;

/** The figure beside the phone. It counts up once when it is seen; read out it is always its end. */
export function ProgressBubble({ seen }: { seen: boolean }) {
  const bubble = useRef<HTMLDivElement>(null);
  const count = useCountUp(bubble, seen);
  return (
    <div className="bubble" ref={bubble}>
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
      <b role="img" aria-label={`${COUNT_CAP}%+`}>
        {count}
        <small>%+</small>
      </b>
    </div>
  );
}
