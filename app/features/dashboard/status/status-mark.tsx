import { cva } from "class-variance-authority";
import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { formatAge } from "~/lib/format-duration";
import type { Status } from "./status-words";

const mark = cva("-mt-0.75 size-2.25 flex-none rounded-full forced-colors:border-5", {
  variants: {
    tone: { good: "bg-ok", watch: "bg-series-2", bad: "bg-danger", none: "border border-edge" },
  },
});

/** Words with a mark before them; the words say it all. */
export function StatusMark({ tone, words }: Status) {
  return (
    <span className="flex items-center gap-2">
      <i className={mark({ tone })} aria-hidden />
      <span>{words}</span>
    </span>
  );
}

/** How long ago something was, with the exact moment beside. @param at epoch milliseconds, as is `now` */
export function Ago({ at, now }: { at: number; now: number }) {
  return (
    <time dateTime={formatIso(at)} title={formatExactDateTime(at)}>
      {formatAge(now - at)} ago
    </time>
  );
}
