import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";
import type { QueryResult } from "../query-result";

/** The two reads of the trip screen. */
export interface TripResults {
  page: QueryResult<TripPage>;
  filters: QueryResult<TripFilters>;
}
