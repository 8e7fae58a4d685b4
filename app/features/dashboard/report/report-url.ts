import type { ReportBy, ReportRequest, SortKey } from "server/dashboard/report/report.server";
import { DAY_MS, dayOf } from "~/lib/day";
import { isCalendarDay } from "~/lib/format-moment";
import { cleanQuery, dashboardUrl, parseCountry, REPORT_PATH, withQuery } from "../dashboard-url";

/** The URL is the report's state. Only this module parses and writes it. */

const MOST_DAYS = 31;

export const GROUPINGS = ["day", "wallet", "country"] as const satisfies ReportBy[];

/** A report request, and the sentence that says why its days are invalid. */
export interface ReportState {
  request: ReportRequest;
  problem: string | null;
}

/**
 * Parses any query string. Invalid days are a problem; other invalid values fall back to defaults.
 *
 * @param newest last day of the default range, `YYYY-MM-DD`
 */
export function parseReport(params: URLSearchParams, newest: string): ReportState {
  const typed = { from: typedDay(params.get("from")), to: typedDay(params.get("to")) };
  const { from, to } = typed.from || typed.to ? typed : lastDays(7, newest);
  const by = GROUPINGS.find((name) => name === params.get("by")) ?? "day";
  const page = params.get("page") ?? "";
  const request = {
    from,
    to,
    by,
    country: parseCountry(params.get("country")),
    q: cleanQuery(params.get("q")),
    sort: sortOf(params.get("sort") ?? "", by),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
  return { request, problem: rangeProblem(from, to) };
}

/** What was typed as a day. A text that is no day leads to a sentence at its field. */
const typedDay = (text: string | null) => (text ?? "").slice(0, 40);

/** @returns the sentence that says why a range is invalid, or null */
function rangeProblem(from: string, to: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) {
    return "Choose two days of the calendar, From and To, for example 2025-08-19.";
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1)
    return "The day in To comes before the day in From. Choose them the other way round.";
  if (days > MOST_DAYS) {
    return `A report covers at most ${MOST_DAYS} days, and these are ${days.toLocaleString("en-US")}. Choose fewer.`;
  }
  return null;
}

/** The columns that can sort a report, by its grouping. */
export function sortKeys(by: ReportBy): SortKey[] {
  const figures: SortKey[] = ["trips", "distance", "hours", "beats"];
  return by === "wallet" ? [by, ...figures] : [by, ...figures, "wallets"];
}

function sortOf(text: string, by: ReportBy): ReportRequest["sort"] {
  const descending = text.startsWith("-");
  const key = sortKeys(by).find((name) => name === text.slice(descending ? 1 : 0));
  if (key) return { key, descending };
  return by === "day" ? { key: "day", descending: false } : { key: "trips", descending: true };
}

/** Path and query of a report, without defaults. @param file `csv` for the report as a file */
export function reportUrl(request: Partial<ReportRequest>, file?: "csv"): string {
  const { from = "", to = "", by = "day", country = "", q = "", sort, page = 1 } = request;
  const byDefault = sortOf("", by);
  const isSorted = sort && (sort.key !== byDefault.key || sort.descending !== byDefault.descending);
  const values = {
    from,
    to,
    country,
    q,
    by: by === "day" ? "" : by,
    sort: isSorted ? `${sort.descending ? "-" : ""}${sort.key}` : "",
    page: page > 1 ? String(page) : "",
  };
  return withQuery(file ? `${REPORT_PATH}.${file}` : REPORT_PATH, values);
}

/** URL of the trips of a day of a report: the list, which has no filter by wallet, or the day's statement. */
export function dayUrl({ country, q }: ReportRequest, day: string): string {
  if (q === undefined) return dashboardUrl({ tab: "trip", date: day, country });
  return reportUrl({ from: day, to: day, country, q });
}

/** URL of what a row of a report sums up. @param name of the row */
export function rowUrl(request: ReportRequest, name: string): string {
  const { by, from, to, country, q } = request;
  if (by === "day") return dayUrl(request, name);
  return reportUrl({ from, to, country, q, [by === "wallet" ? "q" : "country"]: name });
}

/** The preset ranges of the form. @param newest the day they are counted from, `YYYY-MM-DD` */
export function presets(newest: string) {
  const yesterday = lastDays(2, newest).from;
  return [
    { name: "Yesterday", from: yesterday, to: yesterday },
    { name: "Last 7 days", ...lastDays(7, newest) },
    { name: "Last 30 days", ...lastDays(30, newest) },
    { name: "This month", from: `${newest.slice(0, "YYYY-MM".length)}-01`, to: newest },
  ];
}

/** The range of a number of days that ends with a day. */
function lastDays(count: number, last: string) {
  return { from: dayOf(Date.parse(last) - (count - 1) * DAY_MS), to: last };
}
