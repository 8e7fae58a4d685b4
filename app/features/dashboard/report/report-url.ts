import type { ReportBy, ReportRequest, SortKey } from "server/dashboard/report/report.server";
import { isCalendarDay } from "~/lib/format-date";
import { cleanQuery, parseCountry, REPORT_PATH } from "../dashboard-url";

/** The URL is the report's state. Only this module parses and writes it. */

const MOST_DAYS = 31;
const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_PAGE = 1_000_000;

const GROUPINGS = ["day", "wallet", "country"] as const satisfies ReportBy[];

const FIGURE_KEYS = ["trips", "distance", "hours", "beats", "wallets"] as const satisfies SortKey[];

/** A valid report request, or the problem with its days and the values to show in the form. */
export type ReportState =
  | { request: ReportRequest; problem: null }
  | { request: Pick<ReportRequest, "from" | "to" | "country" | "q">; problem: string };

/**
 * Parses any query string. Invalid days are a problem; other invalid values fall back to defaults.
 *
 * @param newest last day of the default range, `YYYY-MM-DD`
 */
export function parseReport(params: URLSearchParams, newest: string): ReportState {
  const [typedFrom, typedTo] = ["from", "to"].map((name) => (params.get(name) ?? "").slice(0, 40));
  const lastWeek = presets(newest).lastWeek;
  const { from, to } =
    typedFrom || typedTo ? { from: typedFrom ?? "", to: typedTo ?? "" } : lastWeek;
  const q = cleanQuery(params.get("q"));
  const country = parseCountry(params.get("country"));
  const problem = rangeProblem(from, to);
  if (problem !== null) return { request: { from, to, country, q }, problem };
  const by = GROUPINGS.find((name) => name === params.get("by")) ?? "day";
  const page = params.get("page") ?? "";
  return {
    request: {
      from,
      to,
      by,
      country,
      q,
      sort: sortOf(params.get("sort") ?? "", by),
      page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    },
    problem: null,
  };
}

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
  return [by, ...FIGURE_KEYS.filter((key) => by !== "wallet" || key !== "wallets")];
}

const defaultSort = (by: ReportBy): ReportRequest["sort"] =>
  by === "day" ? { key: "day", descending: false } : { key: "trips", descending: true };

function sortOf(text: string, by: ReportBy): ReportRequest["sort"] {
  const descending = text.startsWith("-");
  const key = sortKeys(by).find((name) => name === text.slice(descending ? 1 : 0));
  return key ? { key, descending } : defaultSort(by);
}

/** Missing or undefined properties have their default. */
type PartialRequest = { [Name in keyof ReportRequest]?: ReportRequest[Name] | undefined };

/** Query parameters of a report: without defaults, in a fixed order. */
export function reportParams(request: PartialRequest): URLSearchParams {
  const { from, to, by = "day", country, q, sort, page = 1 } = request;
  const params = new URLSearchParams();
  if (from !== undefined) params.set("from", from);
  if (to !== undefined) params.set("to", to);
  if (country !== undefined) params.set("country", country);
  if (q !== undefined) params.set("q", q);
  if (by !== "day") params.set("by", by);
  const byDefault = defaultSort(by);
  if (sort && (sort.key !== byDefault.key || sort.descending !== byDefault.descending)) {
    params.set("sort", `${sort.descending ? "-" : ""}${sort.key}`);
  }
  if (page > 1) params.set("page", String(page));
  return params;
}

/** Path and query of a report. @param file `csv` for the report as a file */
export function reportUrl(request: PartialRequest, file?: "csv"): string {
  const query = reportParams(request).toString();
  return `${REPORT_PATH}${file ? `.${file}` : ""}${query && `?${query}`}`;
}

type Range = Pick<ReportRequest, "from" | "to">;

/** The preset ranges of the form. @param newest the day they are counted from, `YYYY-MM-DD` */
export function presets(
  newest: string,
): Record<"yesterday" | "lastWeek" | "last30" | "month", Range> {
  const daysBefore = (days: number) => dayOf(Date.parse(newest) - days * DAY_MS);
  return {
    yesterday: { from: daysBefore(1), to: daysBefore(1) },
    lastWeek: { from: daysBefore(6), to: newest },
    last30: { from: daysBefore(29), to: newest },
    month: { from: `${newest.slice(0, "YYYY-MM".length)}-01`, to: newest },
  };
}

/** The UTC day of a time in epoch milliseconds, `YYYY-MM-DD`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);

/** The day presets are counted from: that of the newest trip, or today if unknown or later. */
export function newestDay(newestTripAt: number | null, now: number): string {
  const today = dayOf(now);
  const newest = newestTripAt === null ? today : dayOf(newestTripAt);
  return newest <= today ? newest : today;
}
