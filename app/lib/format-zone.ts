import { formatDateTime } from "./format-date";

/** India's, all year round. */
export const INDIA_MINUTES = 330;

const MINUTE_MS = 60_000;

export interface ZonedTime {
  /** `19 Aug 2025`. */
  day: string;
  /** `23:51`. */
  minute: string;
  /** `23:51:07`. */
  second: string;
  /** What the zone is called in English: `IST`, `UTC`, `GMT+2`. */
  zone: string;
}

/**
 * A moment as the clocks of a zone show it. English by hand, as all times of the site: server and browser write the
 * same. Other languages by `Intl`, whose data may differ between the two.
 *
 * @param time epoch milliseconds
 * @param offset minutes that the zone is ahead of UTC
 * @param language BCP 47
 */
export function zonedTime(time: number, offset: number, language = "en"): ZonedTime {
  const there = time + offset * MINUTE_MS;
  const zone = zoneName(offset);
  if (language !== "en") return { ...writtenBy(language, there), zone };
  const [day = "", minute = ""] = formatDateTime(there).split(", ");
  const seconds = String(new Date(there).getUTCSeconds()).padStart(2, "0");
  return { day, minute, second: `${minute}:${seconds}`, zone };
}

const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const NUMERIC_DAY = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const MINUTE = { hour: "2-digit", minute: "2-digit" } as const;

function writtenBy(language: string, time: number): Omit<ZonedTime, "zone"> {
  const write = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...parts, hourCycle: "h23", timeZone: "UTC" }).format(time);
  const day = write(DAY);
  return {
    day: isWrittenIn(language, day) ? day : write(NUMERIC_DAY),
    minute: write(MINUTE),
    second: write({ ...MINUTE, second: "2-digit" }),
  };
}

/** Browsers hold the months of few languages; of others they say `M02`, or name them in English. */
function isWrittenIn(language: string, day: string): boolean {
  return language.startsWith("en") || !/\p{Script=Latin}/u.test(day);
}

function zoneName(offset: number): string {
  if (offset === INDIA_MINUTES) return "IST";
  return offset === 0 ? "UTC" : `GMT${offsetText(offset)}`;
}

/** How far a zone is from UTC: `+2`, `-9:30`. @param offset minutes that it is ahead */
export function offsetText(offset: number): string {
  const ahead = Math.abs(offset);
  const minutes = ahead % 60 === 0 ? "" : `:${String(ahead % 60).padStart(2, "0")}`;
  return `${offset < 0 ? "-" : "+"}${Math.floor(ahead / 60)}${minutes}`;
}
