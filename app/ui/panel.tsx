import type { ComponentProps } from "react";

/**
 * A card on the page's background. `className` is for layout outside and inside; `breaks`: whether a page break may be
 * inside when printed.
 */
export function Panel({
  breaks = false,
  className = "",
  ...section
}: ComponentProps<"section"> & { breaks?: boolean }) {
  const look = `min-w-0 border border-line bg-raised ${breaks ? "" : "print:break-inside-avoid"}`;
  return <section className={`${look} ${className}`} {...section} />;
}

/** Placeholder of a text or figure that is loading. `percent`: share of the available width. */
export function SkeletonBar({ percent, tall }: { percent: number; tall?: boolean }) {
  return (
    <i
      className={`mb-4 block rounded-xs bg-line forced-colors:border ${tall ? "h-10" : "h-3.5"}`}
      style={{ width: `${percent}%` }}
    />
  );
}
