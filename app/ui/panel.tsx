import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

const panel = cva("min-w-0 border border-line bg-raised", {
  variants: {
    /** Whether a page of paper may end in it. */
    breaks: { true: "", false: "print:break-inside-avoid" },
  },
  defaultVariants: { breaks: false },
});

/** A card on the page's ground. `className` is for its place and for how things stand in it. */
export function Panel({
  breaks,
  className,
  ...section
}: ComponentProps<"section"> & VariantProps<typeof panel>) {
  return <section className={panel({ breaks, className })} {...section} />;
}

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
