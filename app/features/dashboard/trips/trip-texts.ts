import type { Pagination, Trip } from "server/upstream/contracts/trips.server";
import { formatExactDateTime } from "~/lib/format-date";
import { zonedTime } from "~/lib/format-zone";
import { grouped } from "~/lib/format-metric";

/** One detail of a trip, displayed as a line. */
export interface TripLine {
  name: string;
  /** Null if unknown. */
  text: string | null;
  /** Epoch milliseconds, if the detail is a time. */
  at?: number | null;
}

/** The details of a trip, with exact times and unrounded figures. */
export function tripLines(trip: Trip): TripLine[] {
  return [
    { name: "Wallet", text: trip.wallet || null },
    { name: "Start", text: exactMoment(trip.startTime), at: trip.startTime },
    { name: "End", text: exactMoment(trip.endTime), at: trip.endTime },
    { name: "Distance", text: exactNumber(trip.distance, " km") },
    { name: "Beats", text: exactNumber(trip.beats) },
  ];
}

function exactMoment(time: number | null): string | null {
  return time === null ? null : formatExactDateTime(time);
}

const EVERY_DIGIT = { maximumFractionDigits: 20, useGrouping: false } as const;

/** Without digit grouping, so that it can be pasted into a spreadsheet. */
function exactNumber(value: number | null, unit = ""): string | null {
  if (value === null || !Number.isFinite(value)) return null;
  const text = String(value);
  return (text.includes("e") ? value.toLocaleString("en-US", EVERY_DIGIT) : text) + unit;
}

/** First 6 characters, an ellipsis, last 4. Wallets of up to 12 characters stay unchanged. */
export function shortenWallet(wallet: string): string {
  const characters = Array.from(wallet);
  if (characters.length <= 12) return wallet;
  return `${characters.slice(0, 6).join("")}…${characters.slice(-4).join("")}`;
}

/** Range of trips on the page, as in `1-12 of 48,210`. @param shown number of rows on the page */
export function rangeText(pagination: Pagination, shown: number): string {
  const total = grouped(pagination.totalItems);
  if (shown === 0) return `0 of ${total}`;
  const before = (pagination.currentPage - 1) * pagination.itemsPerPage;
  return `${grouped(before + 1)}-${grouped(before + shown)} of ${total}`;
}

/**
 * A local time to display beside UTC: `05:21 IST`, or `05:21 IST, 20 Aug` if the day differs.
 *
 * @param time epoch milliseconds
 * @param offset minutes that the local time is ahead of UTC
 * @returns null if the offset is 0
 */
export function localClock(time: number, offset: number): string | null {
  if (offset === 0) return null;
  const { day, minute, zone } = zonedTime(time, offset);
  const clock = `${minute} ${zone}`;
  const withoutYear = day.split(" ").slice(0, 2).join(" ");
  return day === zonedTime(time, 0).day ? clock : `${clock}, ${withoutYear}`;
}

/** Like {@link localClock}, with day and seconds: `20 Aug 2025, 05:21:07 IST`. */
export function exactLocalClock(time: number, offset: number): string | null {
  if (offset === 0) return null;
  const { day, second, zone } = zonedTime(time, offset);
  return `${day}, ${second} ${zone}`;
}
