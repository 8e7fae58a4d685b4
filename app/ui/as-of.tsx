import { formatExactDateTime, formatIso } from "~/lib/format-moment";
import { StatusIcon } from "./status-icon";

interface AsOfProps {
  /** Time at which the figures arrived, epoch milliseconds. */
  asOf: number;
  /** Whether the last refresh of these figures failed, while the rest of the page may be current. */
  failed?: boolean;
  /** Whether the response contained no figures. */
  empty?: boolean;
}

/** The time of figures as a moment instead of an age, which would become wrong while the page is open. */
export function AsOf({ asOf, failed, empty }: AsOfProps) {
  return (
    <p className={`flex items-center gap-2 ${failed ? "font-semibold text-ink" : "text-ink-2"}`}>
      {failed && <StatusIcon tone="bad" />}
      <span>
        {failed && "The last refresh failed. "}
        <Moment of={empty ? "No figures as of" : "As of"} at={asOf} />
      </span>
    </p>
  );
}

/** A moment to the second, after the words `of`. @param at epoch milliseconds */
export function Moment({ of, at }: { of: string; at: number }) {
  return (
    <time className="tabular-nums" dateTime={formatIso(at)}>
      {of} {formatExactDateTime(at)}
    </time>
  );
}
