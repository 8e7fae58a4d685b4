import { formatExactDateTime } from "~/lib/format-moment";

/** UTC offset of India in minutes; India has no daylight saving time. */
export const INDIA_MINUTES = 330;

const MINUTE_MS = 60_000;

export interface ZonedTime {
  /** `19 Aug 2025`. */
  day: string;
  /** `23:51`. */
  minute: string;
  /** `23:51:07`. */
  second: string;
}

/**
 * The local time of a zone. Only the days of other languages than English are formatted by `Intl`, whose locale data may
 * differ between server and browser.
 *
 * @param time epoch milliseconds
 * @param offset minutes by which the zone is ahead of UTC
 * @param language BCP 47
 */
export function zonedTime(time: number, offset: number, language = "en"): ZonedTime {
  const localTime = time + offset * MINUTE_MS;
  const [day = "", clock = ""] = formatExactDateTime(localTime).split(", ");
  return {
    day: language === "en" ? day : formatDayIn(language, localTime),
    minute: clock.slice(0, 5),
    second: clock.slice(0, 8),
  };
}

function formatDayIn(language: string, time: number): string {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    // Latin digits in every language, because phone numbers and codes are written in them.
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...parts, timeZone: "UTC" }).format(time);
  const day = format({ day: "numeric", month: "long", year: "numeric" });
  // Browsers lack the month names of many languages, and then write `M02` or the English name.
  const hasMonthName = language.startsWith("en") || !/\p{Script=Latin}/u.test(day);
  return hasMonthName ? day : format({ day: "2-digit", month: "2-digit", year: "numeric" });
}
