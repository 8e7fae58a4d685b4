import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { reportQueries } from "../view-queries";
import { dayOf, newestDay, parseReport, type ReportState } from "./report-url";

/** A parsed report URL with the data of its form. No day has been read. */
export interface RequestedReport {
  state: ReportState;
  countries: CountryOption[];
  /** The day that preset ranges are counted from, `YYYY-MM-DD`. */
  newest: string;
  /** Whether `newest` is the day of the newest trip. */
  endsWithTrips: boolean;
}

/** Parses a report URL; reads the newest trip and the countries unless its days are invalid. */
export async function readRequestedReport(
  address: string,
  dashboard: Pick<DashboardData, "read" | "newestTrip">,
): Promise<RequestedReport> {
  const params = new URL(address).searchParams;
  const now = Date.now();
  const cachedNewestAt = dashboard.newestTrip()?.at ?? null;
  const draft = parseReport(params, newestDay(cachedNewestAt, now));
  if (draft.problem !== null) return withFormData(draft, [], cachedNewestAt, now);
  const { newest, filters } = await dashboard.read(reportQueries);
  const starts = "value" in newest ? newest.value.trips.map(({ startTime }) => startTime) : [];
  const knownStarts = starts.filter((start) => start !== null);
  const newestTripAt = knownStarts.length > 0 ? Math.max(...knownStarts) : cachedNewestAt;
  const state = parseReport(params, newestDay(newestTripAt, now));
  return withFormData(state, "value" in filters ? filters.value.countries : [], newestTripAt, now);
}

function withFormData(
  state: ReportState,
  countries: CountryOption[],
  newestTripAt: number | null,
  now: number,
): RequestedReport {
  const newest = newestDay(newestTripAt, now);
  const endsWithTrips = newestTripAt !== null && newest === dayOf(newestTripAt);
  return { state, countries, newest, endsWithTrips };
}
