import { formatIso } from "~/lib/format-date";
import { localClock } from "./local-clock";

interface TripTimeProps {
  /** Epoch milliseconds. */
  at: number;
  /** The same in UTC, as it is written here. */
  text: string;
  /** Whether the visitor's own time may stand beside it: only scripts know it. */
  local: boolean;
}

/** A moment in UTC and, in a table that has room for it, by the visitor's own clock where that differs. */
export function TripTime({ at, text, local }: TripTimeProps) {
  const beside = local ? localClock(at, -new Date(at).getTimezoneOffset()) : null;
  return (
    <time dateTime={formatIso(at)}>
      {text}
      {beside && <span className="text-ink-2 @max-row:hidden"> · {beside}</span>}
    </time>
  );
}
