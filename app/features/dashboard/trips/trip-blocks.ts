import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";
import type { Block } from "../block";

/** The two reads of the trip screen. */
export interface TripBlocks {
  page: Block<TripPage>;
  filters: Block<TripFilters>;
}
