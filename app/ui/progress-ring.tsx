import { useMediaQuery } from "~/lib/hydration";

/** Radius and stroke in pixels. */
const wide = { radius: 30, stroke: 2 };
const narrow = { radius: 15.2, stroke: 1 };

/** A ring that closes as something advances. Decorates a figure or bar that says the same. */
export function ProgressRing({ percent }: { percent: number }) {
  const { radius, stroke } = useMediaQuery("(max-width: 767px)") ? narrow : wide;
  const size = 2 * Math.ceil(radius + stroke);
  const length = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius };
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      fill="none"
      strokeWidth={stroke}
      aria-hidden="true"
    >
      <circle {...circle} stroke="var(--lane-off)" />
      <circle
        {...circle}
        stroke="var(--accent)"
        strokeDasharray={`${(percent / 100) * length} ${length}`}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
      />
    </svg>
  );
}
