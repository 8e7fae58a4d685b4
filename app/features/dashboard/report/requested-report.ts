import type { DashboardData, ViewQueries } from "server/dashboard/dashboard-data.server";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { dayOf } from "~/lib/day";
import { parseReport, type ReportState } from "./report-url";

/** A parsed report URL with the data of its form. No day has been read. */
export interface RequestedReport extends ReportState {
  countries: CountryOption[];
  /** The day that preset ranges are counted from, `YYYY-MM-DD`: that of the newest trip, unless it is later than today. */
  newest: string;
  /** The running day (UTC), `YYYY-MM-DD`. */
  today: string;
}

/** Queries of the form: newest trip and countries. Days are read like exports. */
const formQueries = {
  newest: { resource: "trips" },
  filters: { resource: "filters" },
} as const satisfies ViewQueries;

/** Parses a report URL; reads the newest trip and the countries unless its days are invalid. */
export async function readRequestedReport(
  address: string,
  dashboard: Pick<DashboardData, "read" | "newestTrip">,
): Promise<RequestedReport> {
  const params = new URL(address).searchParams;
  const today = dayOf(Date.now());
  const isRefused = parseReport(params, today).problem !== null;
  const { newest: first, filters } = isRefused ? {} : await dashboard.read(formQueries);
  const trips = first && "value" in first ? first.value.trips : [];
  const starts = trips.flatMap(({ startTime }) => startTime ?? []);
  const newestAt = starts.length > 0 ? Math.max(...starts) : dashboard.newestTrip()?.at;
  const newestDay = newestAt === undefined ? today : dayOf(newestAt);
  const newest = newestDay < today ? newestDay : today;
  const countries = filters && "value" in filters ? filters.value.countries : [];
  return { ...parseReport(params, newest), countries, newest, today };
}
