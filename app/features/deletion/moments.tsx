import { useEffect, useState } from "react";
import { useMessages, type Messages } from "./messages";
import { formatIso } from "~/lib/format-moment";
import { INDIA_MINUTES, zonedTime } from "~/features/deletion/format-zone";
import { useShownPage } from "./shown-page";

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
 * Seconds left until a moment of the server's clock. They are counted down with the browser's monotonic clock from the
 * time of the page, so that a wrong time on the visitor's machine does no harm.
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
