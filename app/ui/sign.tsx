import { cva } from "class-variance-authority";
import type { ReactNode } from "react";

/** A guide sign's ground and border: at most one in a screenful. Its room inside is its place's matter. */
export const signStyle = cva(
  [
    "relative rounded-sign [--focus:var(--sign-text)]",
    "before:pointer-events-none before:absolute before:inset-1.75 before:rounded-[6px] before:border-3 before:border-current",
  ],
  {
    variants: {
      ground: { green: "bg-sign text-sign-ink", white: "bg-plate text-asphalt" },
    },
    defaultVariants: { ground: "green" },
  },
);

/** The exit number on a sign's upper edge. */
export function SignTab({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <span className={`${tabStyle} ${className}`}>{children}</span>;
}

const tabStyle = [
  "absolute right-5 bottom-[calc(100%-3px)] rounded-t-[8px] bg-sign px-4.5 pt-3.75 pb-2.25",
  "font-mono text-15/none font-bold tracking-[0.05em] text-white",
  "before:absolute before:inset-[5px_5px_0] before:rounded-t-[4px] before:border-2 before:border-b-0 before:border-white",
].join(" ");
