import { cva } from "class-variance-authority";
import type { ReactNode } from "react";

/** How something is doing: well, to be watched, failing, or not at work. */
export type Tone = "good" | "watch" | "bad" | "none";

const shapes: Record<Tone, ReactNode> = {
  good: <circle cx="5" cy="5" r="5" />,
  watch: <path d="M5 0l5 5-5 5-5-5z" />,
  bad: <path d="M5 .5l5 9H0z" />,
  none: <path d="M0 3.5h10v3H0z" />,
};

const icon = cva("size-2.5 flex-none fill-current", {
  variants: {
    tone: { good: "text-ok", watch: "text-watch", bad: "text-danger", none: "text-ink-2" },
  },
});

/** A shape and a colour for each tone, never a chart's; the words beside it say the same. */
export function StatusIcon({ tone }: { tone: Tone }) {
  return (
    <svg className={icon({ tone })} viewBox="0 0 10 10" aria-hidden="true">
      {shapes[tone]}
    </svg>
  );
}
