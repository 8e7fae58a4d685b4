import { useEffect, useState } from "react";
import { useMessages, type Messages } from "./messages";
import { ceilToSecond, formatIso } from "~/lib/format-date";
import { INDIA_MINUTES, zonedTime } from "~/lib/format-zone";

/** Parts of a moment: the day in UTC, with or without the time; or India's time to the minute or second. */
type MomentForm = "day" | "day-clock" | "clock" | "exact";

/** A moment as a text in the page's language, with its time zone. @param time milliseconds since 1970 */
export function momentText(messages: Messages, time: number, form: MomentForm): string {
  const isIndian = form === "clock" || form === "exact";
  const { day, minute, second } = zonedTime(time, isIndian ? INDIA_MINUTES : 0, messages.language);
  const zone = messages.text(isIndian ? "time.india" : "time.utc");
  if (form === "day") return messages.text("time.day", { day, zone });
  if (form === "clock") return messages.text("time.clock", { time: minute, zone });
  return messages.text("time.moment", { day, time: form === "exact" ? second : minute, zone });
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
 * Keeps a date within a sentence in one line if there is room. In English a dot follows the date directly, and Chromium
 * would move it alone to the next line after an inline block.
 */
export const unbrokenDate = "inline-block xs:[&:lang(en)]:inline xs:[&:lang(en)]:whitespace-nowrap";

/**
 * Seconds left until a moment of the server's clock. They are counted down with the browser's monotonic clock, so that a
 * wrong time on the visitor's machine does no harm.
 *
 * @param until milliseconds since 1970; 0 for no wait
 * @param now the server's time when it responded, milliseconds since 1970
 */
export function useSecondsUntil(until: number, now: number): number {
  const [tick, setTick] = useState({ now, elapsed: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setTick({ now, elapsed: performance.now() - start }), 1000);
    return () => clearInterval(timer);
  }, [now]);
  const elapsed = tick.now === now ? tick.elapsed : 0;
  return until === 0 ? 0 : Math.max(0, Math.ceil((until - now - elapsed) / 1000));
}

interface RetryTimeProps {
  until: number;
  now: number;
  /** What can be done from then on. */
  retry: "code" | "step" | undefined;
}

/**
 * A sentence with the exact time from which another code can be requested, or the step tried again. It does not count
 * down, because it is part of an alert, which screen readers would read every second.
 */
export function RetryTime({ until, now, retry = "step" }: RetryTimeProps) {
  const messages = useMessages();
  if (useSecondsUntil(until, now) === 0) return <>{messages.text(`retry.${retry}-now`)}</>;
  const time = <Moment at={ceilToSecond(until)} form="exact" className="text-ink" />;
  return <>{messages.rich(`retry.${retry}-at`, { time })}</>;
}
