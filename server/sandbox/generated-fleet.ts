import { DAY_MS } from "~/lib/day";
import type { TripRecord } from "./trip-row";

/** One year of a growing fleet. It ends at the end of a month, so that the newest month is complete. */
const FIRST_DAY = Date.UTC(2024, 8, 1);
const END = Date.UTC(2025, 8, 1);
const TRIPS = 48_210;
const SEED = 20_250_819;

/** Trips of the last day divided by those of the first day. */
const GROWTH = 9;
/** Weight of trips for each weekday, Sunday first as in `Date`. */
const WEEKDAY_WEIGHTS = [0.64, 1, 1.05, 1.1, 1.07, 1.2, 0.78];
/** Weight of trips for each hour of the day, with a morning and an evening rush. */
const HOUR_WEIGHTS = [
  1, 0.6, 0.5, 0.5, 0.8, 1.6, 3.5, 7, 10.5, 8, 5.5, 5, 5.5, 5, 4.8, 5.2, 6.5, 9, 10.5, 8, 5.5, 3.8,
  2.6, 1.6,
];
const COUNTRIES = ["India", "Singapore", "Kenya", "United Arab Emirates", "Germany"];
const COUNTRY_WEIGHTS = [82.7, 6.3, 4.8, 3.7, 2.5];

/** Share of trips that are a driver's first trip. */
const FIRST_TRIP_SHARE = 0.204;
const NO_WALLET_SHARE = 0.006;
const NO_RECORDING_SHARE = 0.004;
const ZERO_LENGTH_SHARE = 0.0015;
const LEFT_RUNNING_SHARE = 0.0005;

const HOUR_S = 60 * 60;
const MEAN_DURATION_S = 26.6 * 60;

interface Driver {
  vehicleId: string;
  country: string;
}

/** Generates the trips that a new sandbox has: always the same ones, in one batch per day, in order of their start. */
export function* generatedFleet(): Generator<TripRecord[]> {
  const random = seededRandom(SEED);
  const drivers: Driver[] = [];
  let id = 0;
  for (const { dayMs, trips } of tripsPerDay()) {
    const starts = Array.from({ length: trips }, () => dayMs + secondOfDay(random) * 1000);
    yield starts
      .sort((a, b) => a - b)
      .map((startMs) => trip(String(++id), startMs, pickDriver(drivers, random), random));
  }
}

/** Distributes {@link TRIPS} over the days, without losing any by rounding. */
function tripsPerDay(): { dayMs: number; trips: number }[] {
  const length = (END - FIRST_DAY) / DAY_MS;
  const days = Array.from({ length }, (_, day) => FIRST_DAY + day * DAY_MS);
  const weights = days.map(
    (dayMs, day) => GROWTH ** (day / length) * (WEEKDAY_WEIGHTS[new Date(dayMs).getUTCDay()] ?? 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let tripsSoFar = 0;
  return days.map((dayMs, day) => {
    weightSoFar += weights[day] ?? 0;
    const trips = Math.round((weightSoFar / total) * TRIPS) - tripsSoFar;
    tripsSoFar += trips;
    return { dayMs, trips };
  });
}

function secondOfDay(random: () => number): number {
  return pickWeighted(HOUR_WEIGHTS, random) * HOUR_S + Math.floor(random() * HOUR_S);
}

/** Picks a new driver or an earlier one. Drivers who joined recently drive more. */
function pickDriver(drivers: Driver[], random: () => number): Driver {
  const existing = drivers[Math.floor(drivers.length * (1 - random() ** 1.6))];
  if (existing !== undefined && random() >= FIRST_TRIP_SHARE) return existing;
  const driver = {
    vehicleId: `driver-${drivers.length + 1}`,
    country: COUNTRIES[pickWeighted(COUNTRY_WEIGHTS, random)] ?? "India",
  };
  drivers.push(driver);
  return driver;
}

function trip(id: string, startMs: number, driver: Driver, random: () => number): TripRecord {
  const durationS = Math.min(duration(random), (END - startMs) / 1000 - 1);
  const speedKmh = 12 + random() * 33;
  // A recorder that was left running does not mean that somebody drove all day.
  const distanceKm = threeDecimals((Math.min(durationS, 3 * HOUR_S) / HOUR_S) * speedKmh);
  const points = threeDecimals(distanceKm * (1.1 + random() * 2));
  const hasRecording = random() >= NO_RECORDING_SHARE;
  return {
    id,
    vehicleId: random() < NO_WALLET_SHARE ? null : driver.vehicleId,
    startMs,
    endMs: startMs + durationS * 1000,
    distanceKm: hasRecording ? distanceKm : null,
    points: hasRecording ? points : null,
    country: driver.country,
  };
}

/** Duration of a trip in whole seconds: mostly a city trip, sometimes zero or more than a day. */
function duration(random: () => number): number {
  const kind = random();
  if (kind < ZERO_LENGTH_SHARE) return 0;
  if (kind < ZERO_LENGTH_SHARE + LEFT_RUNNING_SHARE)
    return Math.round((24 + random() * 16) * HOUR_S);
  const shape = -Math.log(1 - random()) - Math.log(1 - random());
  return Math.max(20, Math.round((shape * MEAN_DURATION_S) / 2));
}

/** Picks an index with a probability proportional to its weight. */
function pickWeighted(weights: readonly number[], random: () => number): number {
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (rest -= weight) < 0);
  return Math.max(index, 0);
}

function threeDecimals(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Creates a generator of numbers from 0 (included) to 1 (excluded), the same on every machine (Mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
