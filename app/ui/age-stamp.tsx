import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { StatusIcon } from "./status-icon";

interface AgeStampProps {
  /** When the figures arrived, epoch milliseconds. */
  asOf: number;
  /** What is true of these figures and not of the whole page: a newer answer was asked for and did not come. */
  failed?: boolean;
  /** There were no figures in what arrived. */
  empty?: boolean;
}

/** Of when figures are, as a moment, which stays true while it is read. */
export function AgeStamp({ asOf, failed, empty }: AgeStampProps) {
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

/** A moment to the second, with words before it. @param at epoch milliseconds */
export function Moment({ of, at }: { of: string; at: number }) {
  return (
    <time className="tabular-nums" dateTime={formatIso(at)}>
      {of} {formatExactDateTime(at)}
    </time>
  );
}
