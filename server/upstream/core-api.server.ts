import type { Chart, Metrics } from "./contracts/dashboard.server";
import type {
  TripFilters,
  TripListQuery,
  TripPage,
  TripSearchQuery,
} from "./contracts/trips.server";

/** The company's core API: every call rejects with an UpstreamError and nothing else. */
export interface CoreApi {
  metrics(): Promise<Metrics>;
  totalUsers(): Promise<Chart>;
  monthlyUsers(): Promise<Chart>;
  weeklyUsers(): Promise<Chart>;
  dailyUsers(): Promise<Chart>;
  trips(query: TripListQuery): Promise<TripPage>;
  searchTrips(query: TripSearchQuery): Promise<TripPage>;
  filters(): Promise<TripFilters>;
}
