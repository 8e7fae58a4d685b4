import type { Pagination, Trip } from "server/upstream/contracts/trips.server";
import { formatExactDateTime } from "~/lib/format-date";
import { zonedTime } from "~/lib/format-zone";
import { grouped } from "~/lib/format-metric";

/** One thing known of a trip, as a line of its own. */
export interface TripLine {
  name: string;
  /** Null where it is not known. */
  text: string | null;
  /** Epoch milliseconds, of a moment. */
  at?: number | null;
}

/** All that is known of a trip, to the second and to the last digit. */
export function tripLines(trip: Trip): TripLine[] {
  return [
    { name: "Wallet", text: trip.wallet || null },
    { name: "Start", text: exactMoment(trip.startTime), at: trip.startTime },
    { name: "End", text: exactMoment(trip.endTime), at: trip.endTime },
    { name: "Distance", text: lastDigit(trip.distance, " km") },
    { name: "Beats", text: lastDigit(trip.beats) },
  ];
}

function exactMoment(time: number | null): string | null {
  return time === null ? null : formatExactDateTime(time);
}

const EVERY_DIGIT = { maximumFractionDigits: 20, useGrouping: false } as const;

/** Ungrouped, so that a spreadsheet takes it as it is. */
function lastDigit(value: number | null, unit = ""): string | null {
  if (value === null || !Number.isFinite(value)) return null;
  const text = String(value);
  return (text.includes("e") ? value.toLocaleString("en-US", EVERY_DIGIT) : text) + unit;
}

/** First 6 characters, an ellipsis, last 4; whole when 12 characters or fewer. */
export function shortenWallet(wallet: string): string {
  const characters = Array.from(wallet);
  if (characters.length <= 12) return wallet;
  return `${characters.slice(0, 6).join("")}…${characters.slice(-4).join("")}`;
}

/** Which trips the page shows, as `1-12 of 48,210`. @param shown number of rows on the page */
export function rangeText(pagination: Pagination, shown: number): string {
  const total = grouped(pagination.totalItems);
  if (shown === 0) return `0 of ${total}`;
  const before = (pagination.currentPage - 1) * pagination.itemsPerPage;
  return `${grouped(before + 1)}-${grouped(before + shown)} of ${total}`;
}

/**
 * A moment by another clock, to stand beside the one in UTC: `05:21 IST`, and with its day where that is another one:
 * `05:21 IST, 20 Aug`.
 *
 * @param time epoch milliseconds
 * @param offset minutes that the clock is ahead of UTC
 * @returns null where it is the same
 */
export function localClock(time: number, offset: number): string | null {
  if (offset === 0) return null;
  const { day, minute, zone } = zonedTime(time, offset);
  const clock = `${minute} ${zone}`;
  const withoutYear = day.split(" ").slice(0, 2).join(" ");
  return day === zonedTime(time, 0).day ? clock : `${clock}, ${withoutYear}`;
}

/** The same with its day and to the second: `20 Aug 2025, 05:21:07 IST`. */
export function exactLocalClock(time: number, offset: number): string | null {
  if (offset === 0) return null;
  const { day, second, zone } = zonedTime(time, offset);
  return `${day}, ${second} ${zone}`;
}
