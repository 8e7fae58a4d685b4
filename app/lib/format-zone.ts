import { formatDateTime } from "./format-date";

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
 * The local time of a zone. English is formatted without `Intl`, so that server and browser write the same text. Other
 * languages are formatted by `Intl`, whose locale data may differ between the two.
 *
 * @param time epoch milliseconds
 * @param offset minutes by which the zone is ahead of UTC
 * @param language BCP 47
 */
export function zonedTime(time: number, offset: number, language = "en"): ZonedTime {
  const localTime = time + offset * MINUTE_MS;
  if (language !== "en") return formatByIntl(language, localTime);
  const [day = "", minute = ""] = formatDateTime(localTime).split(", ");
  const seconds = String(new Date(localTime).getUTCSeconds()).padStart(2, "0");
  return { day, minute, second: `${minute}:${seconds}` };
}

const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const NUMERIC_DAY = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const MINUTE = { hour: "2-digit", minute: "2-digit" } as const;

function formatByIntl(language: string, time: number): ZonedTime {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    // Latin digits in every language, because phone numbers and codes are written in them.
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
      ...parts,
      hourCycle: "h23",
      timeZone: "UTC",
    }).format(time);
  const day = format(DAY);
  return {
    day: hasMonthName(language, day) ? day : format(NUMERIC_DAY),
    minute: format(MINUTE),
    second: format({ ...MINUTE, second: "2-digit" }),
  };
}

/** Browsers lack the month names of many languages, and then write `M02` or the English name. */
function hasMonthName(language: string, day: string): boolean {
  return language.startsWith("en") || !/\p{Script=Latin}/u.test(day);
}
