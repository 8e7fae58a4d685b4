interface SkeletonBarProps {
  /** Of the width there is. */
  percent: number;
  tall?: boolean;
}

/** Where words or a figure will stand. */
export function SkeletonBar({ percent, tall }: SkeletonBarProps) {
  return (
    <i
      className={`mb-4 block rounded-xs bg-line forced-colors:border ${tall ? "h-10" : "h-3.5"}`}
      style={{ width: `${percent}%` }}
    />
  );
}
