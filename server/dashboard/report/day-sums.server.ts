import { z } from "zod";
import type { Trip } from "../../upstream/contracts/trips.server";

const DAY_SECONDS = 24 * 3600;
const FASTEST_KMH = 200;

const sumsShape = z.object({
  trips: z.number(),
  /** Kilometres of the trips whose distance is known, and how many trips have none. */
  distance: z.number(),
  withoutDistance: z.number(),
  /** Seconds of the trips whose duration is a number, and how many trips have none. */
  seconds: z.number(),
  withoutDuration: z.number(),
  beats: z.number(),
  withoutBeats: z.number(),
  /** Kilometres and seconds of the trips for which both are known: speed is made of these. */
  pairedDistance: z.number(),
  pairedSeconds: z.number(),
  /** Trips in doubt. */
  zeroDistance: z.number(),
  overADay: z.number(),
  tooFast: z.number(),
  /** The first and the last known start, epoch milliseconds. */
  first: z.number().nullable(),
  last: z.number().nullable(),
});

/** What any number of trips add up to. */
export type TripSums = z.infer<typeof sumsShape>;

const groupShape = sumsShape.extend({
  wallet: z.string().nullable(),
  country: z.string().nullable(),
});

/** The sums of one wallet's trips in one country. */
export type TripGroup = z.infer<typeof groupShape>;

/** What is kept of a day: sums by wallet and country, and none of its trips. */
export const dayShape = z.object({
  /** How many trips it has. */
  trips: z.number(),
  /** How many of these the upstream stated and did not send in a form that can be read. */
  unreadable: z.number(),
  /** Null where the trips were only counted. */
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
    zeroDistance: 0,
    overADay: 0,
    tooFast: 0,
    first: null,
    last: null,
  };
}

/** Adds one group of trips to the sums of another. */
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
  to.zeroDistance += from.zeroDistance;
  to.overADay += from.overADay;
  to.tooFast += from.tooFast;
  if (from.first !== null) to.first = Math.min(to.first ?? Infinity, from.first);
  if (from.last !== null) to.last = Math.max(to.last ?? -Infinity, from.last);
}

/** A larger distance or number of beats makes no sense, and sums would lose what is added to it. */
const MOST = 1e12;

/** Adds a trip. A duration that is a text is not known in seconds. */
export function addTrip(to: TripSums, trip: Trip): void {
  const { duration, startTime } = trip;
  const distance = sensible(trip.distance);
  const beats = sensible(trip.beats);
  const seconds = duration !== null && "seconds" in duration ? duration.seconds : null;
  to.trips += 1;
  to.distance += distance ?? 0;
  to.withoutDistance += Number(distance === null);
  to.seconds += seconds ?? 0;
  to.withoutDuration += Number(seconds === null);
  to.beats += beats ?? 0;
  to.withoutBeats += Number(beats === null);
  to.zeroDistance += Number(distance === 0);
  to.overADay += Number(seconds !== null && seconds > DAY_SECONDS);
  if (distance !== null && seconds !== null) {
    to.pairedDistance += distance;
    to.pairedSeconds += seconds;
    to.tooFast += Number(distance * 3600 > seconds * FASTEST_KMH);
  }
  if (startTime !== null) {
    to.first = Math.min(to.first ?? Infinity, startTime);
    to.last = Math.max(to.last ?? -Infinity, startTime);
  }
}

const GROUP_BYTES = 512;
/** The longest id has 100 letters. */
const ID_BYTES = 264;

const sensible = (value: number | null) => (value !== null && value <= MOST ? value : null);

/** Sums up the trips of one day, each trip once however often it comes. */
export class DaySummer {
  /** By country and wallet. */
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

  /** About how many bytes it takes. */
  weight(): number {
    return this.#all().length * GROUP_BYTES + this.#ids.size * ID_BYTES;
  }

  /** @param stated how many trips the upstream says the day has */
  day(stated: number): Day {
    const trips = this.#ids.size;
    return { trips, unreadable: Math.max(0, stated - trips), groups: this.#all() };
  }
}
