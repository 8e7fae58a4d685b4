import { useState, type ReactNode } from "react";
import { useSite } from "~/features/shell/site";
import type { Messages } from "~/content/messages";
import { formatDayIn } from "~/lib/format-day";
import { formatIso } from "~/lib/format-moment";
import { useBrowserLayoutEffect } from "~/lib/hydration";
import { usePage } from "./shown-page";

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
  const day = formatDayIn(language, local.slice(0, 10));
  if (form === "day") return text("time.day", { day, zone });
  return text("time.moment", { day, time, zone });
}

/** A moment as a `<time>`. @param at milliseconds since 1970 */
export function Moment({ at, form }: { at: number; form: MomentForm }) {
  const iso = formatIso(at);
  return (
    <time
      dateTime={form === "day" ? iso.slice(0, 10) : iso}
      className="inline-block text-ink tabular-nums"
      suppressHydrationWarning // browsers may have other month names than the server
    >
      {momentText(usePage(), at, form)}
    </time>
  );
}

/**
 * Seconds left until a moment of the server's clock, counted from the time of the page: the clock of the visitor's
 * machine may be wrong, or set while the page is open.
 */
export function useSecondsUntil(until: number): number {
  const { now } = usePage();
  const [elapsed, setElapsed] = useState(0);
  useBrowserLayoutEffect(() => {
    const start = performance.now();
    const count = () => setElapsed(performance.now() - start);
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [now]);
  return Math.max(0, Math.ceil((until - now - elapsed) / 1000));
}

/** A number or a reference in a sentence, written from left to right in every language. */
export const numeral = (number: ReactNode) => (
  <b className="whitespace-nowrap text-ink tabular-nums" dir="ltr">
    {number}
  </b>
);

/** A link whose name stands in a sentence, to a page that is in English alone. */
export const englishLink = (href: string) => (name: ReactNode) => (
  <a className="font-bold text-ink" href={href} hrefLang="en">
    {name}
  </a>
);

/** A link to the contact mailbox. A mail address is written from left to right in every language. */
export function Mailbox() {
  const { contactEmail } = useSite();
  return (
    <a className="font-bold wrap-anywhere text-ink" href={`mailto:${contactEmail}`} dir="ltr">
      {contactEmail}
    </a>
  );
}
