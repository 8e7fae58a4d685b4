import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { reportQueries } from "../view-queries";
import { newestDay, parseReport, type ReportState } from "./report-url";

/** What a report's address stands for, before any day is read. */
export interface WantedReport {
  state: ReportState;
  countries: CountryOption[];
  /** The day that presets end with. */
  newest: string;
  /** Whether that is the newest trip's. */
  endsWithTrips: boolean;
}

/** Reads an address by what the dashboard knows of the newest trip and the countries. */
export async function wantedReport(
  address: string,
  dashboard: Pick<DashboardData, "read" | "newestTrip">,
): Promise<WantedReport> {
  const { filters } = await dashboard.read(reportQueries);
  const now = Date.now();
  const trip = dashboard.newestTrip()?.at ?? null;
  const newest = newestDay(trip, now);
  return {
    state: parseReport(new URL(address).searchParams, newest),
    countries: "value" in filters ? filters.value.countries : [],
    newest,
    endsWithTrips: trip !== null && trip <= now,
  };
}
