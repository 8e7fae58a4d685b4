import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";
import { grouped } from "~/lib/format-metric";
import { shownName } from "../dashboard-url";

/** Name of the page, and heading. */
export const REPORT_TITLE = "Trip Report";

type Selection = Pick<ReportRequest, "from" | "to" | "q" | "country">;

/** Title of a report, under which a payout can be filed: its days, and its wallet or country. */
export function titleOf({ from, to, q, country }: Selection): string {
  const range = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  const place = country === undefined ? [] : [shownName(country)];
  const wallet = q === undefined ? [] : [`Statement of wallet ${q}`];
  return [...wallet, ...place, range].join(", ");
}

/** A day with a mark while it runs. @param today `YYYY-MM-DD` (UTC) */
export function dayText(day: string, today: string): string {
  return day === today ? `${formatDay(day)}, so far` : formatDay(day);
}

/** Says why there are no sums. The trips of all wallets and countries are read, whatever the filter is. */
export function tooManyText({ q, country }: Selection): string {
  const of = q === undefined && country === undefined ? "" : " of all wallets and countries";
  return `These days have more than 50,000 trips${of}. Sums are made of up to 50,000 trips: choose fewer days.`;
}

/** `1 trip`, `2,000 trips`. */
function tripsText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "trip" : "trips"}`;
}

/** Sentences on trips of these days that are in no sum. */
export function leftOutTexts(report: Report): string[] {
  const { unreadable, repeated, elsewhere, similar } = report;
  const others = similar.wallets === 1 ? "1 other wallet" : `${similar.wallets} other wallets`;
  const sentences: [trips: number, text: string][] = [
    [unreadable, "that could not be read"],
    [repeated, "listed again"],
    [elsewhere, "listed under one day, but starting on another (UTC)"],
    [similar.trips, `of ${others} whose name contains this text`],
  ];
  return sentences
    .filter(([trips]) => trips > 0)
    .map(([trips, text]) => `Left out: ${tripsText(trips)} ${text}.`);
}
