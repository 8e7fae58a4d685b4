import { z } from "zod";
import type { Trip } from "../../upstream/contracts/trips.server";

const sumsShape = z.object({
  trips: z.number(),
  /** Kilometres of the trips with a known distance, and the number of trips without. */
  distance: z.number(),
  withoutDistance: z.number(),
  /** Seconds of the trips with a numeric duration, and the number of trips without. */
  seconds: z.number(),
  withoutDuration: z.number(),
  beats: z.number(),
  withoutBeats: z.number(),
  /** Kilometres and seconds of the trips for which both are known. The speed is computed from these. */
  pairedDistance: z.number(),
  pairedSeconds: z.number(),
  /** The first and the last known start, epoch milliseconds. */
  first: z.number().nullable(),
  last: z.number().nullable(),
});

/** The sums of any number of trips. */
export type TripSums = z.infer<typeof sumsShape>;

const groupShape = sumsShape.extend({
  wallet: z.string().nullable(),
  country: z.string().nullable(),
});

/** The sums of one wallet's trips in one country. */
export type TripGroup = z.infer<typeof groupShape>;

/** The stored data of a day: sums by wallet and country, without single trips. */
export const dayShape = z.object({
  /** Number of trips. */
  trips: z.number(),
  /** Number of trips that the upstream counted, but did not send in a readable form. */
  unreadable: z.number(),
  /** Null when the trips were only counted. */
  groups: z.array(groupShape).nullable(),
});

export type Day = z.infer<typeof dayShape>;

/** The sums of no trips. */
export function noTrips(): TripSums {
  return {
    trips: 0,
    distance: 0,
    withoutDistance: 0,
    seconds: 0,
    withoutDuration: 0,
    beats: 0,
    withoutBeats: 0,
    pairedDistance: 0,
    pairedSeconds: 0,
    first: null,
    last: null,
  };
}

/** Adds the sums of one group of trips to those of another. */
export function addSums(to: TripSums, from: TripSums): void {
  to.trips += from.trips;
  to.distance += from.distance;
  to.withoutDistance += from.withoutDistance;
  to.seconds += from.seconds;
  to.withoutDuration += from.withoutDuration;
  to.beats += from.beats;
  to.withoutBeats += from.withoutBeats;
  to.pairedDistance += from.pairedDistance;
  to.pairedSeconds += from.pairedSeconds;
  if (from.first !== null) to.first = Math.min(to.first ?? Infinity, from.first);
  if (from.last !== null) to.last = Math.max(to.last ?? -Infinity, from.last);
}

/** Larger distances and numbers of beats are implausible, and would make sums lose precision. */
const MAX_VALUE = 1e12;

/** Adds a trip. A duration that is a text counts as unknown. */
export function addTrip(to: TripSums, trip: Trip): void {
  const { duration, startTime } = trip;
  const distance = plausible(trip.distance);
  const beats = plausible(trip.beats);
  const seconds = duration !== null && "seconds" in duration ? duration.seconds : null;
  to.trips += 1;
  to.distance += distance ?? 0;
  to.withoutDistance += Number(distance === null);
  to.seconds += seconds ?? 0;
  to.withoutDuration += Number(seconds === null);
  to.beats += beats ?? 0;
  to.withoutBeats += Number(beats === null);
  if (distance !== null && seconds !== null) {
    to.pairedDistance += distance;
    to.pairedSeconds += seconds;
  }
  if (startTime !== null) {
    to.first = Math.min(to.first ?? Infinity, startTime);
    to.last = Math.max(to.last ?? -Infinity, startTime);
  }
}

const GROUP_BYTES = 512;
/** Estimated memory of an id: the longest has 100 characters. */
const ID_BYTES = 264;

const plausible = (value: number | null) => (value !== null && value <= MAX_VALUE ? value : null);

/** Sums up the trips of one day. A trip that appears several times counts once. */
export class DaySummer {
  /** Groups by country and then wallet. */
  readonly #groups = new Map<string | null, Map<string | null, TripGroup>>();
  readonly #ids = new Set<string>();

  add(trip: Trip): void {
    if (this.#ids.has(trip.id)) return;
    this.#ids.add(trip.id);
    addTrip(this.#groupOf(trip), trip);
  }

  #groupOf({ wallet, country }: Trip): TripGroup {
    let wallets = this.#groups.get(country);
    if (!wallets) this.#groups.set(country, (wallets = new Map<string | null, TripGroup>()));
    let group = wallets.get(wallet);
    if (!group) wallets.set(wallet, (group = Object.assign(noTrips(), { wallet, country })));
    return group;
  }

  #all(): TripGroup[] {
    return [...this.#groups.values()].flatMap((wallets) => [...wallets.values()]);
  }

  /** Estimated memory in bytes. */
  weight(): number {
    return this.#all().length * GROUP_BYTES + this.#ids.size * ID_BYTES;
  }

  /** @param stated the number of trips that the upstream states for the day */
  day(stated: number): Day {
    const trips = this.#ids.size;
    return { trips, unreadable: Math.max(0, stated - trips), groups: this.#all() };
  }
}
