import type { TripRecord } from "./trip-row";

/** A year of a growing fleet, ending with a month so that the newest month's figures are full. */
const FIRST_DAY = Date.UTC(2024, 8, 1);
const END = Date.UTC(2025, 8, 1);
const TRIPS = 48_210;
const SEED = 20_250_819;

/** How many times as many trips the last day has as the first. */
const GROWTH = 9;
/** How much each weekday is driven on, Sunday first as in `Date`. */
const WEEKDAY_WEIGHTS = [0.64, 1, 1.05, 1.1, 1.07, 1.2, 0.78];
/** How much each hour of the day is driven in: a morning and an evening rush. */
const HOUR_WEIGHTS = [
  1, 0.6, 0.5, 0.5, 0.8, 1.6, 3.5, 7, 10.5, 8, 5.5, 5, 5.5, 5, 4.8, 5.2, 6.5, 9, 10.5, 8, 5.5, 3.8,
  2.6, 1.6,
];
const COUNTRIES = ["India", "Singapore", "Kenya", "United Arab Emirates", "Germany"];
const COUNTRY_WEIGHTS = [82.7, 6.3, 4.8, 3.7, 2.5];

/** Share of trips that are a driver's first. */
const FIRST_TRIP_SHARE = 0.204;
const NO_WALLET_SHARE = 0.006;
const NO_RECORDING_SHARE = 0.004;
const ZERO_LENGTH_SHARE = 0.0015;
const LEFT_RUNNING_SHARE = 0.0005;

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_S = 60 * 60;
const MEAN_DURATION_S = 26.6 * 60;

interface Driver {
  vehicleId: string;
  country: string;
}

/** The fleet that the sandbox starts with: the same trips every time, a batch a day, in order of start. */
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

/** Shares {@link TRIPS} out over the days, without rounding any away. */
function tripsPerDay(): { dayMs: number; trips: number }[] {
  const length = (END - FIRST_DAY) / DAY_MS;
  const days = Array.from({ length }, (_, day) => FIRST_DAY + day * DAY_MS);
  const weights = days.map(
    (dayMs, day) => GROWTH ** (day / length) * (WEEKDAY_WEIGHTS[new Date(dayMs).getUTCDay()] ?? 1),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let tripsSoFar = 0;
  return days.map((dayMs, day) => {
    weightSoFar += weights[day] ?? 0;
    const trips = Math.round((weightSoFar / whole) * TRIPS) - tripsSoFar;
    tripsSoFar += trips;
    return { dayMs, trips };
  });
}

function secondOfDay(random: () => number): number {
  return pickWeighted(HOUR_WEIGHTS, random) * HOUR_S + Math.floor(random() * HOUR_S);
}

/** A new driver, or one who drove before; who joined lately drives more. */
function pickDriver(drivers: Driver[], random: () => number): Driver {
  const known = drivers[Math.floor(drivers.length * (1 - random() ** 1.6))];
  if (known !== undefined && random() >= FIRST_TRIP_SHARE) return known;
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
  // A recorder left running does not mean that anyone drove all day.
  const distanceKm = threeDecimals((Math.min(durationS, 3 * HOUR_S) / HOUR_S) * speedKmh);
  const points = threeDecimals(distanceKm * (1.1 + random() * 2));
  const recorded = random() >= NO_RECORDING_SHARE;
  return {
    id,
    vehicleId: random() < NO_WALLET_SHARE ? null : driver.vehicleId,
    startMs,
    endMs: startMs + durationS * 1000,
    distanceKm: recorded ? distanceKm : null,
    points: recorded ? points : null,
    country: driver.country,
  };
}

/** Whole seconds: mostly a city trip, now and then none at all or more than a day. */
function duration(random: () => number): number {
  const kind = random();
  if (kind < ZERO_LENGTH_SHARE) return 0;
  if (kind < ZERO_LENGTH_SHARE + LEFT_RUNNING_SHARE)
    return Math.round((24 + random() * 16) * HOUR_S);
  const shape = -Math.log(1 - random()) - Math.log(1 - random());
  return Math.max(20, Math.round((shape * MEAN_DURATION_S) / 2));
}

/** An index, as likely as its weight. */
function pickWeighted(weights: readonly number[], random: () => number): number {
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (rest -= weight) < 0);
  return Math.max(index, 0);
}

function threeDecimals(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Numbers from 0 (included) to 1 (not included), the same on every machine (Mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
