import { ceilToSecond, formatIso } from "~/lib/format-date";
import { INDIA_MINUTES, zonedTime, type ZonedTime } from "~/lib/format-zone";
import { useHydrated } from "~/lib/hydration";

interface LocalTimeProps {
  /** Milliseconds since 1970. */
  at: number;
  /** Whether it stays on one line. */
  short?: boolean;
  /** How it is written. */
  children: (time: ZonedTime) => string;
}

/**
 * A moment by the visitor's own clock where a script knows it, else by India's: the page takes numbers of India alone.
 * The markup has it in UTC.
 */
function LocalTime({ at, short = false, children }: LocalTimeProps) {
  const scripted = useHydrated();
  const offset = scripted ? -new Date(at).getTimezoneOffset() : INDIA_MINUTES;
  return (
    <time
      dateTime={formatIso(at)}
      className={short ? "whitespace-nowrap tabular-nums" : "tabular-nums"}
    >
      {children(zonedTime(at, offset))}
    </time>
  );
}

/** A promised moment with its day, to the second. */
export function ExactTime({ at }: { at: number }) {
  return (
    <LocalTime at={ceilToSecond(at)}>
      {({ day, second, zone }) => `${day}, ${second} ${zone}`}
    </LocalTime>
  );
}

/** A promised moment of the next minutes, to the second. */
export function ExactClock({ at }: { at: number }) {
  return (
    <LocalTime at={ceilToSecond(at)} short>
      {({ second, zone }) => `${second} ${zone}`}
    </LocalTime>
  );
}

const MINUTE_MS = 60_000;

/** The minute until whose beginning something is certain. */
export function UntilMinute({ at }: { at: number }) {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return (
    <LocalTime at={minute} short>
      {({ minute, zone }) => `${minute} ${zone}`}
    </LocalTime>
  );
}
