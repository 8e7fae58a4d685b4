import type { ReportBy, ReportRequest, SortKey } from "server/dashboard/report/report.server";
import { DAY_MS, neighbourDay } from "~/lib/day";
import { isCalendarDay } from "~/lib/format-moment";
import { cleanQuery, dashboardUrl, parseCountry, REPORT_PATH, withQuery } from "../dashboard-url";

/** The URL is the report's state. Only this module parses and writes it. */

export const GROUPINGS = ["day", "wallet", "country"] as const satisfies ReportBy[];

/**
 * Parses any query string. Invalid days are a problem, a sentence; other invalid values fall back to defaults.
 *
 * @param newest last day of the default range, `YYYY-MM-DD`
 */
export function parseReport(params: URLSearchParams, newest: string) {
  // What was typed as a day and is none leads to a sentence at its field.
  const [first = "", last = ""] = ["from", "to"].map((name) => params.get(name)?.slice(0, 40));
  const { from, to } = first || last ? { from: first, to: last } : lastDays(7, newest);
  const by = GROUPINGS.find((name) => name === params.get("by")) ?? "day";
  const sorts = sortKeys(by).flatMap((key) => [key, `-${key}`] as const);
  const page = params.get("page") ?? "";
  const request: ReportRequest = {
    from,
    to,
    by,
    country: parseCountry(params.get("country")),
    q: cleanQuery(params.get("q")),
    sort: sorts.find((sort) => sort === params.get("sort")?.toLowerCase()) ?? defaultSort(by),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
  return { request, problem: rangeProblem(from, to) };
}

/** @returns the sentence that says why a range is invalid, or null */
function rangeProblem(from: string, to: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) {
    return "Choose two days of the calendar, From and To, for example 2025-08-19.";
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1)
    return "The day in To comes before the day in From. Choose them the other way round.";
  if (days > 31) {
    return `A report covers at most 31 days, and these are ${days.toLocaleString("en-US")}. Choose fewer.`;
  }
  return null;
}

/** The columns that can sort a report, by its grouping. */
export function sortKeys(by: ReportBy): SortKey[] {
  const figures: SortKey[] = ["trips", "distance", "hours", "beats"];
  return by === "wallet" ? [by, ...figures] : [by, ...figures, "wallets"];
}

const defaultSort = (by: ReportBy) => (by === "day" ? "day" : "-trips");

/** Missing or undefined properties have their default. */
type PartialRequest = { [Name in keyof ReportRequest]?: ReportRequest[Name] | undefined };

/** Path and query of a report, without defaults. @param ending `.csv` for the report as a file */
export function reportUrl({ by = "day", sort, page = 1, ...rest }: PartialRequest, ending = "") {
  return withQuery(`${REPORT_PATH}${ending}`, {
    ...rest,
    by: by === "day" ? undefined : by,
    sort: sort === defaultSort(by) ? undefined : sort,
    page: page > 1 ? String(page) : undefined,
  });
}

/**
 * URL of what a row of a report sums up. The trips of a day are a list, or a statement: the list has no filter by wallet.
 *
 * @param name of the row
 */
export function rowUrl({ by, from, to, country, q }: ReportRequest, name: string): string {
  if (by === "wallet") return reportUrl({ from, to, country, q: name });
  if (by === "country") return reportUrl({ from, to, country: name, q });
  if (q !== undefined) return reportUrl({ from: name, to: name, country, q });
  return dashboardUrl({ tab: "trip", date: name, country });
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
  return { from: neighbourDay(last, 1 - count), to: last };
}
