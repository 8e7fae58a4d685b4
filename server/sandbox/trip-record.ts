/** A trip as it enters the sandbox, from a file or from the generator. Unknown is null. */
export interface TripRecord {
  id: string;
  /** Its wallet is derived from this one; without it the trip has no wallet. */
  vehicleId: string | null;
  /** Epoch milliseconds. */
  startMs: number;
  /** Epoch milliseconds, never before the start. */
  endMs: number;
  distanceKm: number | null;
  /** Points recorded on the way, shown as beats. */
  points: number | null;
  country: string | null;
}
