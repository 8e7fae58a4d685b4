import { dayOf } from "~/lib/day";
import type { Weighed } from "../../cache/stale-while-revalidate.server";
import { textBytes } from "../../process/memory-bounds.server";
import type { Trip } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { LARGE_PAGE, tripPages } from "../trip-pages.server";

/** Most trips of a range that are summed up: a hundred calls. */
export const MOST_TRIPS = 50_000;

/** About the bytes that a trip takes on the heap beside its texts, with a number in each field. */
const ENTRY_BYTES = 230;

/** What a trip adds to sums. A duration that is a text counts as unknown. */
export interface DayTrip extends Omit<Trip, "endTime" | "duration"> {
  seconds: number | null;
  /** The wallet for comparisons. */
  walletKey: string | null;
}

/** What the upstream lists for one day. */
export interface Day extends Weighed {
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
  let [stated, rows, bytes] = [0, 0, ENTRY_BYTES];

  const pages = tripPages((page) => api.trips({ page, limit: LARGE_PAGE, date: day }));
  for await (const page of pages) {
    stated = page.pagination.totalItems;
    if (stated > MOST_TRIPS) {
      return { stated, trips: [], elsewhere: 0, repeated: 0, unreadable: 0, bytes: ENTRY_BYTES };
    }
    rows += page.trips.length;
    for (const trip of page.trips) {
      const { id, startTime, wallet, country, distance, beats, duration } = trip;
      const isOfDay = startTime === null || dayOf(startTime) === day;
      if (isOfDay && !ids.has(id)) {
        const seconds = duration !== null && "seconds" in duration ? duration.seconds : null;
        const walletKey = wallet && keyOf(wallet);
        trips.push({ id, startTime, wallet, walletKey, country, distance, beats, seconds });
        bytes += ENTRY_BYTES + textBytes(`${id}${wallet}${walletKey}${country}`);
      }
      ids.add(id);
    }
  }
  const [elsewhere, repeated] = [ids.size - trips.length, rows - ids.size];
  return { stated, trips, elsewhere, repeated, unreadable: Math.max(0, stated - rows), bytes };
}

/** A wallet for comparisons: the letter case of an address that starts with `0x` is only a checksum. */
export function keyOf(wallet: string): string {
  return /^0x/i.test(wallet) ? wallet.toLowerCase() : wallet;
}
