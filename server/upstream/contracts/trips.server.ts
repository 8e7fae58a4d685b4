import { z } from "zod";
import { screenText } from "../upstream-text.server";
import {
  answerOf,
  figure,
  figureFrom,
  instant,
  instantFrom,
  requiredText,
  text,
  UNREADABLE,
  type OnUnusable,
} from "./readings.server";

const nullableNumber = z.number().nullable();
const nullableText = z.string().nullable();

/** A duration in seconds, or a text that is shown unchanged. */
const durationShape = z.union([
  z.strictObject({ seconds: z.number() }),
  z.strictObject({ text: z.string() }),
]);

export type TripDuration = z.infer<typeof durationShape>;

const tripShape = z.object({
  id: z.string(),
  wallet: nullableText,
  /** Epoch milliseconds. */
  startTime: nullableNumber,
  /** Epoch milliseconds. */
  endTime: nullableNumber,
  duration: durationShape.nullable(),
  /** Kilometres. */
  distance: nullableNumber,
  beats: nullableNumber,
  country: nullableText,
});

export type Trip = z.infer<typeof tripShape>;

const paginationShape = z.object({
  currentPage: z.number(),
  itemsPerPage: z.number(),
  totalItems: z.number(),
  hasPrevPage: z.boolean(),
  hasNextPage: z.boolean(),
});

export type Pagination = z.infer<typeof paginationShape>;

/** A page of trips as the rest of the product uses and stores it. */
const tripPageShape = z.object({
  trips: z.array(tripShape),
  /** Number of rows that could not be read; left out for none. */
  unread: z.number().optional(),
  pagination: paginationShape,
});

export type TripPage = z.infer<typeof tripPageShape>;

const countryShape = z.object({ name: z.string(), count: nullableNumber });

export type CountryOption = z.infer<typeof countryShape>;

/** The choices of the country filter as the rest of the product uses and stores them. */
const tripFiltersShape = z.object({ countries: z.array(countryShape) });

export type TripFilters = z.infer<typeof tripFiltersShape>;

/** Trips on one page of the dashboard's table. */
export const PAGE_SIZE = 12;

/** A page of the plain list; `date` is `YYYY-MM-DD` (UTC). */
export interface TripListQuery {
  page: number;
  limit: number;
  date?: string | undefined;
  country?: string | undefined;
}

/** A page of search results. Filters cannot be combined with a search. */
export interface TripSearchQuery {
  q: string;
  page: number;
  limit: number;
}

const MAX_ID_LENGTH = 100;
const MAX_WALLET_LENGTH = 200;
export const MAX_COUNTRY_LENGTH = 100;
const MAX_DURATION_LENGTH = 40;
/** Most trips of a valid answer. The export requests 500 at a time, other reads fewer. */
const MAX_TRIPS = 1000;
const MAX_COUNTRIES = 400;
/** Longest duration in seconds: a hundred years. */
const MAX_DURATION = 100 * 365.25 * 24 * 3600;
/** Larger distances and numbers of beats make no sense, and sums with them would lose precision. */
const MAX_QUANTITY = 1e12;
/** Maximum lead of the upstream's clock. */
const MAX_AHEAD_MS = 365 * 24 * 3600 * 1000;

const wallet = text(MAX_WALLET_LENGTH);

/** A country's name, plain or as `{name}`. */
const countryName = z.union([
  z.object({ name: text(MAX_COUNTRY_LENGTH) }).transform(({ name }) => name),
  text(MAX_COUNTRY_LENGTH),
]);

function durationOf(seconds: number | null): TripDuration | null {
  return seconds === null || seconds > MAX_DURATION ? null : { seconds };
}

/** A number (or numeric text) of seconds, else a text that is shown unchanged. */
const duration = z.union([
  figure.transform(durationOf),
  z.string().transform((value): TripDuration | null => {
    const line = screenText(value, MAX_DURATION_LENGTH);
    return line === null ? null : { text: line };
  }),
]);

const tripSchema = z
  .object({
    id: requiredText(MAX_ID_LENGTH),
    wallet,
    walletAddress: wallet,
    ownerWallet: wallet,
    userWallet: wallet,
    user: z.object({ wallet, walletAddress: wallet }).nullish().catch(null),
    start_time: instant,
    end_time: instant,
    duration,
    distance: figure,
    beats: figure,
    country: countryName,
  })
  .meta({
    id: "Trip",
    required: ["id", "start_time", "end_time", "distance", "beats", "country"],
  })
  .transform((trip) => {
    const { wallet, walletAddress, ownerWallet, userWallet, user } = trip;
    const ownWallet = wallet ?? walletAddress ?? ownerWallet ?? userWallet;
    return tripOf({ ...trip, wallet: ownWallet ?? user?.wallet ?? user?.walletAddress ?? null });
  });

type StatedTrip = Pick<Trip, "id" | "wallet" | "duration" | "distance" | "beats" | "country"> &
  Record<"start_time" | "end_time", number | null>;

function tripOf(stated: StatedTrip): Trip {
  const { id, wallet, duration, country } = stated;
  const distance = plausibleQuantity(stated.distance);
  const beats = plausibleQuantity(stated.beats);
  const startTime = notFarAhead(stated.start_time);
  const endTime = notFarAhead(stated.end_time);
  const shownDuration = duration ?? timeBetween(startTime, endTime);
  return { id, wallet, startTime, endTime, duration: shownDuration, distance, beats, country };
}

/**
 * Parses a trip in the most frequent format. The schema gives the same result, but allocates ten times the garbage.
 *
 * @returns null for a row that must be parsed by the schema
 */
export function plainTrip(row: unknown): Trip | null {
  if (typeof row !== "object" || row === null) return null;
  // Values are checked below, so the keys may hold anything.
  const stated = row as Record<string, unknown>;
  const [wallet, country] = [stated.wallet ?? "", stated.country ?? ""];
  const other = stated.walletAddress ?? stated.ownerWallet ?? stated.userWallet ?? stated.user;
  const isPlain =
    typeof wallet === "string" && typeof country === "string" && (other ?? null) === null;
  if (!isPlain || typeof stated.id !== "string" || typeof stated.duration === "string") return null;
  const id = screenText(stated.id, MAX_ID_LENGTH);
  const start_time = instantFrom(stated.start_time);
  const end_time = instantFrom(stated.end_time);
  const seconds = figureFrom(stated.duration);
  const distance = figureFrom(stated.distance);
  const beats = figureFrom(stated.beats);
  if (id === null || start_time === UNREADABLE || end_time === UNREADABLE) return null;
  if (seconds === UNREADABLE || distance === UNREADABLE || beats === UNREADABLE) return null;
  return tripOf({
    id,
    wallet: screenText(wallet, MAX_WALLET_LENGTH),
    start_time,
    end_time,
    duration: durationOf(seconds),
    distance,
    beats,
    country: screenText(country, MAX_COUNTRY_LENGTH),
  });
}

/** The compiled schema of a trip, because an export parses hundreds of thousands. */
export const compiledTrip = z.compile(tripSchema);

function plausibleQuantity(value: number | null): number | null {
  return value !== null && value <= MAX_QUANTITY ? value : null;
}

/** The time, or null when it lies too far in the future to be real. */
function notFarAhead(time: number | null): number | null {
  return time !== null && time > Date.now() + MAX_AHEAD_MS ? null : time;
}

function timeBetween(start: number | null, end: number | null): TripDuration | null {
  return start !== null && end !== null && end >= start ? { seconds: (end - start) / 1000 } : null;
}

const flag = z.boolean().nullish();

const paginationSchema = z
  .object({
    currentPage: figure,
    itemsPerPage: figure,
    totalItems: figure,
    hasPrevPage: flag,
    hasNextPage: flag,
  })
  .meta({ id: "Pagination", required: ["currentPage", "itemsPerPage", "totalItems"] });

export type RawPagination = z.infer<typeof paginationSchema>;

/** The whole answer of `/trips` and `/trips/search`. */
export const tripsAnswer = answerOf(
  z.object({ trips: z.array(tripSchema).max(MAX_TRIPS), pagination: paginationSchema }),
);

/** The answer of `/trips` and `/trips/search` with unparsed trips, for `tripPage`; null when the answer has no data. */
export const unreadTripsAnswer = answerOf(
  z
    .object({
      trips: z.array(z.unknown()).max(MAX_TRIPS).nullable(),
      pagination: paginationSchema.nullish(),
    })
    .nullable(),
);

/** The data of {@link unreadTripsAnswer}; null when the answer has no data. */
export type RawTrips = z.infer<typeof unreadTripsAnswer>;

const countryOption = z.union([
  z.object({ name: text(MAX_COUNTRY_LENGTH), count: figure }),
  text(MAX_COUNTRY_LENGTH).transform((name) => ({ name, count: null })),
]);

/** The answer of `/filters/available`. */
export const tripFiltersAnswer = answerOf(
  z.object({ countries: z.array(countryOption).max(MAX_COUNTRIES) }),
);

/** The answer of `/filters/available` with unparsed countries, for {@link tripFilters}; null when it has no data. */
export const unreadTripFiltersAnswer = answerOf(
  z.object({ countries: z.array(z.unknown()).max(MAX_COUNTRIES).nullable() }).nullable(),
);

const compiledCountry = z.compile(countryOption);

/**
 * Parses the choices of the country filter. Countries without a name are left out; those whose names differ in white
 * space alone are one, as in the rows of trips.
 *
 * @returns null when there are countries and none can be parsed
 */
export function tripFilters(
  list: z.infer<typeof unreadTripFiltersAnswer>,
  onUnusable: OnUnusable,
): TripFilters | null {
  const byName = new Map<string, CountryOption>();
  let unreadable = 0;
  for (const option of list?.countries ?? []) {
    const parsed = compiledCountry.safeParse(option);
    if (!parsed.success) {
      unreadable += 1;
      onUnusable("countries");
      continue;
    }
    const { name, count } = parsed.data;
    if (name === null) continue;
    const other = byName.get(name)?.count ?? null;
    const sum = count === null && other === null ? null : (count ?? 0) + (other ?? 0);
    byName.set(name, { name, count: sum });
  }
  return unreadable > 0 && unreadable === list?.countries?.length
    ? null
    : { countries: [...byName.values()] };
}
