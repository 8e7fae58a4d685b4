import { formatDateTime } from "./format-date";

/** India's, all year round. */
export const INDIA_MINUTES = 330;

const MINUTE_MS = 60_000;

/** A moment in a zone, in parts. */
export interface ZonedTime {
  /** `19 Aug 2025`. */
  day: string;
  /** `23:51`. */
  minute: string;
  /** `23:51:07`. */
  second: string;
  /** What the zone is called: `IST`, `UTC`, `GMT+2`. */
  zone: string;
}

/**
 * A moment as the clocks of a zone show it. By hand, as all times of the site: server and browser write the same.
 *
 * @param time epoch milliseconds
 * @param offset minutes that the zone is ahead of UTC
 */
export function zonedTime(time: number, offset: number): ZonedTime {
  const there = time + offset * MINUTE_MS;
  const [day = "", minute = ""] = formatDateTime(there).split(", ");
  const seconds = String(new Date(there).getUTCSeconds()).padStart(2, "0");
  return { day, minute, second: `${minute}:${seconds}`, zone: zoneName(offset) };
}

function zoneName(offset: number): string {
  if (offset === INDIA_MINUTES) return "IST";
  if (offset === 0) return "UTC";
  const ahead = Math.abs(offset);
  const minutes = ahead % 60 === 0 ? "" : `:${String(ahead % 60).padStart(2, "0")}`;
  return `GMT${offset < 0 ? "-" : "+"}${Math.floor(ahead / 60)}${minutes}`;
}
