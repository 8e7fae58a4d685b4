import type { ReportView } from "server/dashboard/report/read-report.server";
import type { ReportRequest } from "server/dashboard/report/report.server";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { dashboardScreens } from "~/content/dashboard";
import { formatDay } from "~/lib/format-day";
import { grouped } from "~/lib/format-metric";
import type { DashboardState } from "./dashboard-url";

/** Title of a view: the tab's heading, and the filters of the rows. */
export function viewTitle(state: DashboardState): string {
  return [dashboardScreens[state.tab].heading, ...filterWords(state)].join(" · ");
}

/** Title of the page of a report. */
export function reportTitle({ request, problem }: ReportView): string {
  const { heading } = dashboardScreens.report;
  return problem === null ? `${heading} · ${rangeTitle(request)}` : heading;
}

/**
 * The filters of the rows as texts: country and day (`31 Aug 2025`), or the search.
 *
 * @returns an empty array for the list of all trips
 */
export function filterWords({ q, country, date }: Partial<DashboardState>): string[] {
  if (q) return [`Search: ${q}`];
  return [country, date && formatDay(date)].filter((word) => word !== undefined);
}

/** Label of a country option: the name, with the number of trips in brackets when known. */
export function countryLabel({ name, count }: CountryOption): string {
  return count === null ? name : `${name} (${grouped(count)})`;
}

/** Heading of a report, under which a payout can be filed: its days, and its wallet or country. */
export function rangeTitle({ from, to, q, country }: ReportRequest): string {
  const range = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return [q && `Statement of wallet ${q}`, country, range].filter(Boolean).join(", ");
}

/** A day with a mark while it runs. @param today `YYYY-MM-DD` (UTC) */
export function dayText(day: string, today: string): string {
  return day === today ? `${formatDay(day)}, so far` : formatDay(day);
}
