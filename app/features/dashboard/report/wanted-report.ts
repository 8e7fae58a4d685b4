import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { reportQueries } from "../view-queries";
import { dayOf, newestDay, parseReport, type ReportState } from "./report-url";

/** What a report's address stands for, before any day is read. */
export interface WantedReport {
  state: ReportState;
  countries: CountryOption[];
  /** The day that presets end with. */
  newest: string;
  /** Whether that is the newest trip's. */
  endsWithTrips: boolean;
}

/** Reads an address by what the dashboard knows of the newest trip and the countries; days that are no range cost no read. */
export async function wantedReport(
  address: string,
  dashboard: Pick<DashboardData, "read" | "newestTrip">,
): Promise<WantedReport> {
  const params = new URL(address).searchParams;
  const now = Date.now();
  const known = dashboard.newestTrip()?.at ?? null;
  const refused = parseReport(params, newestDay(known, now));
  if (refused.problem !== null) return wanted(refused, [], known, now);
  const { newest, filters } = await dashboard.read(reportQueries);
  const starts = "value" in newest ? newest.value.trips.map(({ startTime }) => startTime) : [];
  const stated = starts.filter((at) => at !== null);
  const at = stated.length > 0 ? Math.max(...stated) : known;
  const state = parseReport(params, newestDay(at, now));
  return wanted(state, "value" in filters ? filters.value.countries : [], at, now);
}

function wanted(
  state: ReportState,
  countries: CountryOption[],
  newestTripAt: number | null,
  now: number,
): WantedReport {
  const newest = newestDay(newestTripAt, now);
  const endsWithTrips = newestTripAt !== null && newest === dayOf(newestTripAt);
  return { state, countries, newest, endsWithTrips };
}
