import type { ReactNode } from "react";

/** Status of a part of the system: healthy, to be watched, failing, or not running. */
export type Tone = "good" | "watch" | "bad" | "none";

const looks: Record<Tone, { colour: string; shape: ReactNode }> = {
  good: { colour: "text-ok", shape: <circle cx="5" cy="5" r="5" /> },
  watch: { colour: "text-watch", shape: <path d="M5 0l5 5-5 5-5-5z" /> },
  bad: { colour: "text-danger", shape: <path d="M5 .5l5 9H0z" /> },
  none: { colour: "text-ink-2", shape: <path d="M0 3.5h10v3H0z" /> },
};

/** A shape and a colour for each tone; no chart uses these colours. The text beside the icon must say the same. */
export function StatusIcon({ tone }: { tone: Tone }) {
  const { colour, shape } = looks[tone];
  const look = `size-2.5 flex-none fill-current ${colour}`;
  return (
    <svg className={look} viewBox="0 0 10 10" aria-hidden="true">
      {shape}
    </svg>
  );
}
