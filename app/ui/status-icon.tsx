import { cva } from "class-variance-authority";

/** How something is doing: well, to be watched, failing, or not at work. */
export type Tone = "good" | "watch" | "bad" | "none";

const shapes: Record<Tone, string> = {
  good: "M5 0a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
  watch: "M5 0l5 5-5 5-5-5z",
  bad: "M5 .5l5 9H0z",
  none: "M0 3.5h10v3H0z",
};

const icon = cva("-mt-0.75 size-2.5 flex-none fill-current", {
  variants: {
    tone: { good: "text-ok", watch: "text-watch", bad: "text-danger", none: "text-ink-2" },
  },
});

/** A shape and a colour for each tone, never a chart's; the words beside it say the same. */
export function StatusIcon({ tone }: { tone: Tone }) {
  return (
    <svg className={icon({ tone })} viewBox="0 0 10 10" aria-hidden="true">
      <path d={shapes[tone]} />
    </svg>
  );
}
