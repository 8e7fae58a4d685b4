import type { Trip } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { LARGE_PAGE, tripPages } from "../trip-pages.server";
import { dayOf } from "./days.server";

/** Most trips of a range that are summed up: a hundred calls. */
export const MOST_TRIPS = 50_000;

/** What is summed up. A value that is unknown is left out and counted. */
const ZEROS = {
  trips: 0,
  kilometres: 0,
  withoutDistance: 0,
  seconds: 0,
  withoutDuration: 0,
  beats: 0,
  withoutBeats: 0,
  // Of the trips for which both are known. The speed is computed from these.
  pairedKilometres: 0,
  pairedSeconds: 0,
};

const SUMMED = Object.keys(ZEROS) as (keyof typeof ZEROS)[]; // it has no other keys

/** The sums of any number of trips. */
export type TripSums = typeof ZEROS & {
  /** The first and the last known start, epoch milliseconds. */
  first: number | null;
  last: number | null;
};

/** The sums of one wallet's trips in one country. */
export interface TripGroup extends TripSums {
  wallet: string | null;
  country: string | null;
}

/** The sums of the trips that the upstream lists for one day. */
export interface Day {
  /** Number of trips that the upstream states. */
  stated: number;
  /** The trips that start on the day; none of a day with more than {@link MOST_TRIPS}. */
  groups: TripGroup[];
  /** Trips whose start is not known. They are kept whole, because another day may list them too. */
  undated: Trip[];
  /** Number of listed trips that start on another day. */
  elsewhere: number;
  /** Number of rows with the id of an earlier row. */
  repeated: number;
  /** Number of stated trips that did not come in a readable form. */
  unreadable: number;
}

/** The sums of no trips. */
export const noTrips = (): TripSums => ({ ...ZEROS, first: null, last: null });

/** Adds the sums of some trips to those of others. */
export function addSums(to: TripSums, from: TripSums): void {
  for (const name of SUMMED) to[name] += from[name];
  if (from.first !== null) to.first = Math.min(to.first ?? Infinity, from.first);
  if (from.last !== null) to.last = Math.max(to.last ?? -Infinity, from.last);
}

/** The sums of a single trip. A duration that is a text counts as unknown. */
export function sumsOf({ distance, duration, beats, startTime }: Trip): TripSums {
  const seconds = duration !== null && "seconds" in duration ? duration.seconds : null;
  const isPaired = distance !== null && seconds !== null;
  return {
    trips: 1,
    kilometres: distance ?? 0,
    withoutDistance: Number(distance === null),
    seconds: seconds ?? 0,
    withoutDuration: Number(seconds === null),
    beats: beats ?? 0,
    withoutBeats: Number(beats === null),
    pairedKilometres: isPaired ? distance : 0,
    pairedSeconds: isPaired ? seconds : 0,
    first: startTime,
    last: startTime,
  };
}

/** A wallet for comparisons: the letter case of an address that starts with `0x` is only a checksum. */
export function walletKey(wallet: string): string {
  return /^0x/i.test(wallet) ? wallet.toLowerCase() : wallet;
}

/** Reads the trips of one day and sums them up. A day with more than {@link MOST_TRIPS} is not read to its end. */
export async function readDay(api: Pick<CoreApi, "trips">, day: string): Promise<Day> {
  const groups = new Map<string, TripGroup>();
  const undated: Trip[] = [];
  const ids = new Set<string>();
  let [stated, rows, elsewhere] = [0, 0, 0];
  const pages = tripPages((page) => api.trips({ page, limit: LARGE_PAGE, date: day }));
  for await (const { trips, pagination } of pages) {
    stated = pagination.totalItems;
    if (stated > MOST_TRIPS) {
      return { stated, groups: [], undated: [], elsewhere: 0, repeated: 0, unreadable: 0 };
    }
    rows += trips.length;
    for (const trip of trips) {
      if (ids.has(trip.id)) continue;
      ids.add(trip.id);
      if (trip.startTime === null) undated.push(trip);
      else if (dayOf(trip.startTime) === day) addTrip(groups, trip);
      else elsewhere += 1;
    }
  }
  const repeated = rows - ids.size;
  const unreadable = Math.max(0, stated - rows);
  return { stated, groups: [...groups.values()], undated, elsewhere, repeated, unreadable };
}

function addTrip(groups: Map<string, TripGroup>, trip: Trip): void {
  const { wallet, country } = trip;
  const key = JSON.stringify([wallet && walletKey(wallet), country]);
  const group = groups.get(key) ?? { ...noTrips(), wallet, country };
  groups.set(key, group);
  addSums(group, sumsOf(trip));
}
