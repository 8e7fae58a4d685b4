/**
 * A progress ring over a track in the text colour. It decorates a figure or bar with the same value. `className` sets
 * its size, its stroke and `--radius`.
 */
export function ProgressRing({ percent, className }: { percent: number; className: string }) {
  const circle = { cx: "50%", cy: "50%", pathLength: 100 };
  return (
    <svg className={`-rotate-90 ${className}`} fill="none" aria-hidden="true">
      <circle {...circle} className="stroke-current [r:var(--radius)]" />
      <circle
        {...circle}
        className="stroke-accent [r:var(--radius)]"
        strokeDasharray={`${percent} 100`}
      />
    </svg>
  );
}
