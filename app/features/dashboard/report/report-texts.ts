import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";
import { counted } from "~/lib/format-metric";

/** Title of a report, under which a payout can be filed: its days, and its wallet or country. */
export function titleOf({ from, to, q, country }: ReportRequest): string {
  const range = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return [q && `Statement of wallet ${q}`, country, range].filter(Boolean).join(", ");
}

/** A day with a mark while it runs. @param today `YYYY-MM-DD` (UTC) */
export function dayText(day: string, today: string): string {
  return day === today ? `${formatDay(day)}, so far` : formatDay(day);
}

/** ` of all wallets and countries` for a report on some of them. The lists of days are read whole, whatever the filter. */
function ofAll({ q, country }: ReportRequest): string {
  return q === undefined && country === undefined ? "" : " of all wallets and countries";
}

/** Says why there are no sums. */
export function tooManyText(request: ReportRequest): string {
  return `These days have more than 50,000 trips${ofAll(request)}. Sums are made of up to 50,000 trips: choose fewer days.`;
}

/** Sentences on what is listed under these days and is in no sum. */
export function leftOutTexts(request: ReportRequest, report: Report): string[] {
  const all = ofAll(request);
  const leftOut = (count: number, noun: string, why: string) =>
    count > 0 ? [`Left out: ${counted(count, noun)}${all} ${why}.`] : [];
  return [
    ...leftOut(report.unreadable, "trip", "that could not be read"),
    ...leftOut(report.repeated, "row", "with a trip that was listed before"),
    ...leftOut(report.elsewhere, "row", "with a trip that starts on another day (UTC)"),
  ];
}
