import type { ComponentProps } from "react";

/**
 * A card on the page's ground. `className` is for its place and for how things stand in it; `breaks`: a page of paper
 * may end in it.
 */
export function Panel({
  breaks = false,
  className = "",
  ...section
}: ComponentProps<"section"> & { breaks?: boolean }) {
  const look = `min-w-0 border border-line bg-raised ${breaks ? "" : "print:break-inside-avoid"}`;
  return <section className={`${look} ${className}`} {...section} />;
}

/** Where words or a figure will stand. `percent`: of the width there is. */
export function SkeletonBar({ percent, tall }: { percent: number; tall?: boolean }) {
  return (
    <i
      className={`mb-4 block rounded-xs bg-line forced-colors:border ${tall ? "h-10" : "h-3.5"}`}
      style={{ width: `${percent}%` }}
    />
  );
}
