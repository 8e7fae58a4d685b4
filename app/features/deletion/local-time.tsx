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
 * A moment by the visitor's own clock where a script knows it, else by India's: the page takes numbers of India alone.
 * The markup has it in UTC.
 */
function LocalTime({ at, form, className }: LocalTimeProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const offset = scripted ? -new Date(at).getTimezoneOffset() : INDIA_MINUTES;
  return (
    <time
      dateTime={formatIso(at)}
      className={`tabular-nums ${className}`}
      suppressHydrationWarning // browsers may have other words for months than the server
    >
      {momentText(messages, at, form, offset)}
    </time>
  );
}

/** A promised moment with its day, to the second. */
export function ExactTime({ at }: { at: number }) {
  return <LocalTime at={ceilToSecond(at)} form="day-exact-clock" className="text-ink" />;
}

/** A promised moment of the next minutes, to the second. */
export function ExactClock({ at }: { at: number }) {
  return <LocalTime at={ceilToSecond(at)} form="exact-clock" className="whitespace-nowrap" />;
}

const MINUTE_MS = 60_000;

/** The minute before which something is certain to hold. */
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
 * Keeps a day in one line where there is room. English sentences put punctuation right after the day, and Chromium
 * breaks a line before punctuation that follows an inline block, so that English days are not one in wider windows.
 */
export const wholeDay = "inline-block xs:[&:lang(en)]:inline xs:[&:lang(en)]:whitespace-nowrap";

/** A moment in UTC. */
export function UtcTime({ at, form, className }: UtcTimeProps) {
  const iso = formatIso(at);
  return (
    <time
      dateTime={form === "day" ? iso.slice(0, 10) : iso}
      className={className}
      suppressHydrationWarning // browsers may have other words for months than the server
    >
      {momentText(useMessages(), at, form)}
    </time>
  );
}
