import type { AskedReport } from "server/dashboard/report/read-report.server";
import type { ReportBy, ReportRequest, SortKey } from "server/dashboard/report/report.server";
import { dashboardUrl, parseSelection, REPORT_PATH, withQuery } from "../dashboard-url";

/** The URL is the report's state. Only this module parses and writes it. */

export const GROUPINGS = ["day", "wallet", "country"] as const satisfies ReportBy[];

/** Parses any query string. What was typed as a day and is none is kept; other invalid values fall back to defaults. */
export function parseReport(params: URLSearchParams): AskedReport {
  const [from = "", to = ""] = ["from", "to"].map((name) => params.get(name)?.slice(0, 40));
  const by = GROUPINGS.find((name) => name === params.get("by")) ?? "day";
  const sorts = sortKeys(by).flatMap((key) => [key, `-${key}`] as const);
  return {
    ...((from || to) && { from, to }),
    ...parseSelection(params),
    by,
    sort: sorts.find((sort) => sort === params.get("sort")?.toLowerCase()) ?? defaultSort(by),
  };
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
