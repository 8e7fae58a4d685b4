import { cva, type VariantProps } from "class-variance-authority";
import { formatAge } from "~/lib/format-duration";
import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { useElapsed } from "./use-timers";

const TICK_MS = 5000;

const stamp = cva("flex items-center gap-2 tabular-nums", {
  variants: {
    stale: { true: "font-semibold text-ink", false: "text-ink-2" },
    size: { small: "text-13", normal: "text-15" },
  },
  defaultVariants: { size: "normal" },
});

interface AgeStampProps extends Pick<VariantProps<typeof stamp>, "size"> {
  /** When the figures arrived, epoch milliseconds. */
  asOf: number;
  /** The server's clock when it answered, epoch milliseconds. */
  now: number;
  /** A newer answer was asked for and did not come. */
  stale: boolean;
  /** There were no figures in what arrived. */
  empty?: boolean;
  /** With the exact moment written out, not only on hover. */
  exact?: boolean;
  /** Its place: the room and the lines around it. */
  className?: string;
}

/** How old figures are, counted on the server's clock. */
export function AgeStamp({ asOf, now, stale, empty, exact, size, className }: AgeStampProps) {
  const elapsed = useElapsed(now, TICK_MS);
  const age = formatAge(now - asOf + elapsed);
  const moment = formatExactDateTime(asOf);
  return (
    <p className={stamp({ stale, size, className })}>
      {(stale || !exact) && (
        <i className={`${dot} ${stale ? "bg-series-2" : "bg-ok"}`} aria-hidden />
      )}
      <span>
        {stale && !empty && `Figures are ${age} old. `}
        {stale ? "The last refresh failed. " : !exact && "Updated "}
        <time dateTime={formatIso(asOf)} title={moment}>
          {exact ? `${empty ? "No figures as" : "As"} of ${moment}` : stale ? "" : `${age} ago`}
        </time>
        {!exact && <span className="sr-only"> (as of {moment})</span>}
      </span>
    </p>
  );
}

const dot = "-mt-0.75 size-2.25 flex-none rounded-full forced-colors:border-5";
