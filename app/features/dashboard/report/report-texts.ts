import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";
import { shownName } from "../dashboard-url";
import { counted } from "../filter-texts";

/** Title of a report, under which a payout can be filed: its days, and its wallet or country. */
export function titleOf({ from, to, q, country }: ReportRequest): string {
  const range = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  const place = country === undefined ? [] : [shownName(country)];
  const wallet = q === undefined ? [] : [`Statement of wallet ${q}`];
  return [...wallet, ...place, range].join(", ");
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
  const { unreadable, repeated, elsewhere } = report;
  const all = ofAll(request);
  const sentences: [count: number, text: string][] = [
    [unreadable, `${counted(unreadable, "trip")}${all} that could not be read.`],
    [repeated, `${counted(repeated, "row")}${all} with a trip that was listed before.`],
    [elsewhere, `${counted(elsewhere, "row")}${all} with a trip that starts on another day (UTC).`],
  ];
  return sentences.flatMap(([count, text]) => (count > 0 ? [`Left out: ${text}`] : []));
}
