import { formatAge } from "~/lib/format-duration";
import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { useElapsed } from "./use-elapsed";

const TICK_MS = 5000;

interface AgeStampProps {
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
}

/** How old figures are, counted on the server's clock. */
export function AgeStamp({ asOf, now, stale, empty, exact }: AgeStampProps) {
  const elapsed = useElapsed(now, TICK_MS);
  const age = formatAge(now - asOf + elapsed);
  const moment = formatExactDateTime(asOf);
  return (
    <p className={stale ? "age is-stale" : "age"}>
      {(stale || !exact) && <i aria-hidden="true" />}
      <span>
        {stale && !empty && `Figures are ${age} old. `}
        {stale ? "The last refresh failed. " : !exact && "Updated "}
        <time dateTime={formatIso(asOf)} title={moment}>
          {exact ? `${empty ? "No figures as" : "As"} of ${moment}` : stale ? "" : `${age} ago`}
        </time>
        {!exact && <span className="vh"> (as of {moment})</span>}
      </span>
    </p>
  );
}
