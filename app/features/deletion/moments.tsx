import { useEffect, useState } from "react";
import { useMessages, type Messages } from "./messages";
import { formatDay } from "~/lib/format-day";
import { formatIso } from "~/lib/format-moment";
import { useShownPage } from "./shown-page";

/** UTC offset of India, which has no daylight saving time. */
const INDIA_MS = 330 * 60_000;

/** Parts of a moment: the day in UTC, with or without the time; or India's time to the minute or second. */
type MomentForm = "day" | "day-clock" | "clock" | "exact";

/** A moment as a text in the page's language, with its time zone. @param at milliseconds since 1970 */
export function momentText({ language, text }: Messages, at: number, form: MomentForm): string {
  const isIndian = form === "clock" || form === "exact";
  const zone = text(isIndian ? "time.india" : "time.utc");
  const local = formatIso(at + (isIndian ? INDIA_MS : 0));
  const time = local.slice(11, form === "exact" ? 19 : 16);
  if (form === "clock") return text("time.clock", { time, zone });
  const day = dayIn(language, local.slice(0, 10));
  return form === "day"
    ? text("time.day", { day, zone })
    : text("time.moment", { day, time, zone });
}

/** @param day ISO 8601. English is written without `Intl`, whose data may differ between server and browser. */
function dayIn(language: string, day: string): string {
  if (language === "en") return formatDay(day);
  const format = (parts: Intl.DateTimeFormatOptions) =>
    // Latin digits in every language, because phone numbers and codes are written in them.
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...parts, timeZone: "UTC" }).format(
      new Date(day),
    );
  const written = format({ day: "numeric", month: "long", year: "numeric" });
  // Browsers lack the month names of many languages, and then write `M02` or the English name.
  const lacksMonth = /\p{Script=Latin}/u.test(written);
  return lacksMonth ? format({ day: "2-digit", month: "2-digit", year: "numeric" }) : written;
}

interface MomentProps {
  /** Milliseconds since 1970. */
  at: number;
  form: MomentForm;
  className?: string;
}

/** A moment as a `<time>`. */
export function Moment({ at, form, className = "whitespace-nowrap" }: MomentProps) {
  const iso = formatIso(at);
  return (
    <time
      dateTime={form === "day" ? iso.slice(0, 10) : iso}
      className={`tabular-nums ${className}`}
      suppressHydrationWarning // browsers may have other month names than the server
    >
      {momentText(useMessages(), at, form)}
    </time>
  );
}

/**
 * Seconds left until a moment of the server's clock, counted from the time of the page: the clock of the visitor's
 * machine may be wrong, or set while the page is open.
 *
 * @param until milliseconds since 1970; 0 for no wait
 */
export function useSecondsUntil(until: number): number {
  const { now } = useShownPage();
  const [tick, setTick] = useState({ now, elapsed: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setTick({ now, elapsed: performance.now() - start }), 1000);
    return () => clearInterval(timer);
  }, [now]);
  const elapsed = tick.now === now ? tick.elapsed : 0;
  return until === 0 ? 0 : Math.max(0, Math.ceil((until - now - elapsed) / 1000));
}
