import { dayOf } from "~/lib/day";
import type { Trip } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { LARGE_PAGE, tripPages } from "../trip-pages.server";

/** Most trips of a range that are summed up: a hundred calls. */
export const MOST_TRIPS = 50_000;

/** A trip as reports sum it up. A duration that is a text counts as unknown. */
export interface DayTrip extends Omit<Trip, "endTime" | "duration"> {
  seconds: number | null;
}

/** The trips that the upstream lists for one day. */
export interface Day {
  /** Number of trips that the upstream states. */
  stated: number;
  /** The trips that start on the day or at an unknown time; none of a day with more than {@link MOST_TRIPS}. */
  trips: DayTrip[];
  /** Number of listed trips that start on another day. */
  elsewhere: number;
  /** Number of rows with the id of an earlier row. */
  repeated: number;
  /** Number of stated trips that did not come in a readable form. */
  unreadable: number;
}

/** Reads the trips of one day. A day with more than {@link MOST_TRIPS} is not read to its end. */
export async function readDay(api: Pick<CoreApi, "trips">, day: string): Promise<Day> {
  const trips: DayTrip[] = [];
  const ids = new Set<string>();
  let [stated, rows] = [0, 0];
  const pages = tripPages((page) => api.trips({ page, limit: LARGE_PAGE, date: day }));
  for await (const page of pages) {
    stated = page.pagination.totalItems;
    if (stated > MOST_TRIPS) {
      return { stated, trips: [], elsewhere: 0, repeated: 0, unreadable: 0 };
    }
    rows += page.trips.length;
    for (const trip of page.trips) {
      const isOfDay = trip.startTime === null || dayOf(trip.startTime) === day;
      if (isOfDay && !ids.has(trip.id)) trips.push(dayTrip(trip));
      ids.add(trip.id);
    }
  }
  const [elsewhere, repeated] = [ids.size - trips.length, rows - ids.size];
  return { stated, trips, elsewhere, repeated, unreadable: Math.max(0, stated - rows) };
}

function dayTrip({ id, wallet, startTime, duration, distance, beats, country }: Trip): DayTrip {
  const seconds = duration !== null && "seconds" in duration ? duration.seconds : null;
  return { id, wallet, startTime, seconds, distance, beats, country };
}
