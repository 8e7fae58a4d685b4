import { useMessages } from "~/features/shell/messages";
import { ceilToSecond, formatIso } from "~/lib/format-date";
import { INDIA_MINUTES } from "~/lib/format-zone";
import { useHydrated } from "~/lib/hydration";
import { momentText, type MomentForm } from "./moment-text";

interface LocalTimeProps {
  /** Milliseconds since 1970. */
  at: number;
  form: MomentForm;
  className: string;
}

/**
 * A moment in the visitor's time zone. Without scripts and before hydration, in India's, because the page accepts only Indian phone numbers.
 * The `datetime` attribute is in UTC.
 */
function LocalTime({ at, form, className }: LocalTimeProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const offset = scripted ? -new Date(at).getTimezoneOffset() : INDIA_MINUTES;
  return (
    <time
      dateTime={formatIso(at)}
      className={`tabular-nums ${className}`}
      suppressHydrationWarning // browsers may have other month names than the server
    >
      {momentText(messages, at, form, offset)}
    </time>
  );
}

/** A moment with its day, rounded up to the second: for "from … on". */
export function ExactTime({ at }: { at: number }) {
  return <LocalTime at={ceilToSecond(at)} form="day-exact-clock" className="text-ink" />;
}

/** A moment within the next minutes, rounded up to the second: for "from … on". */
export function ExactClock({ at }: { at: number }) {
  return <LocalTime at={ceilToSecond(at)} form="exact-clock" className="whitespace-nowrap" />;
}

const MINUTE_MS = 60_000;

/** A moment rounded down to the minute: for "until …". */
export function UntilMinute({ at }: { at: number }) {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return <LocalTime at={minute} form="clock" className="whitespace-nowrap" />;
}

interface UtcTimeProps {
  at: number;
  form: "day" | "day-clock";
  className?: string;
}

/**
 * Keeps a date within a sentence in one line if there is room. In English a dot follows the date directly, and Chromium
 * would move it alone to the next line after an inline block. English dates are therefore inline, except below 401 px, where
 * enlarged text leaves no room.
 */
export const unbrokenDate = "inline-block xs:[&:lang(en)]:inline xs:[&:lang(en)]:whitespace-nowrap";

/** A moment in UTC. */
export function UtcTime({ at, form, className }: UtcTimeProps) {
  const iso = formatIso(at);
  return (
    <time
      dateTime={form === "day" ? iso.slice(0, 10) : iso}
      className={className}
      suppressHydrationWarning // browsers may have other month names than the server
    >
      {momentText(useMessages(), at, form)}
    </time>
  );
}
