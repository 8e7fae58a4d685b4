import { z } from "zod";
import { screenText } from "../upstream-text.server";
import {
  answerOf,
  figure,
  figureFrom,
  instant,
  instantFrom,
  name,
  requiredText,
  text,
  UNREADABLE,
  type OnUnusable,
} from "./readings.server";

const known = z.number().nullable();
const said = z.string().nullable();

/** Seconds, or a text that is shown as it is. */
const durationShape = z.union([
  z.strictObject({ seconds: z.number() }),
  z.strictObject({ text: z.string() }),
]);

export type TripDuration = z.infer<typeof durationShape>;

const tripShape = z.object({
  id: z.string(),
  wallet: said,
  /** Epoch milliseconds. */
  startTime: known,
  /** Epoch milliseconds. */
  endTime: known,
  duration: durationShape.nullable(),
  /** Kilometres. */
  distance: known,
  beats: known,
  country: said,
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

/** A page of trips as the rest of the product sees it, and as it is stored. */
export const tripPageShape = z.object({ trips: z.array(tripShape), pagination: paginationShape });

export type TripPage = z.infer<typeof tripPageShape>;

const countryShape = z.object({
  /** As the upstream has named it: by this it is asked for. */
  name: z.string(),
  /** As it is shown, where that is another text. */
  label: z.string().optional(),
  count: known,
});

export type CountryOption = z.infer<typeof countryShape>;

/** The choices of the filter, likewise. */
export const tripFiltersShape = z.object({ countries: z.array(countryShape) });

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

/** A page of search results; filters do not go with it. */
export interface TripSearchQuery {
  q: string;
  page: number;
  limit: number;
}

const MAX_ID_LENGTH = 100;
const MAX_WALLET_LENGTH = 200;
export const MAX_COUNTRY_LENGTH = 100;
const MAX_DURATION_LENGTH = 40;
/** The export asks for 500 at a time; an answer of more than this was not asked for. */
const MAX_TRIPS = 1000;
const MAX_COUNTRIES = 400;
/** Longest duration in seconds: a hundred years. */
const MAX_DURATION = 100 * 365.25 * 24 * 3600;
/** How far ahead a clock may be that has stated a moment. */
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

/** A number (or numeric text) of seconds, else a text that is shown as it is. */
const duration = z.union([
  figure.transform(durationOf),
  z.string().transform((value): TripDuration | null => {
    const shown = screenText(value, MAX_DURATION_LENGTH);
    return shown === null ? null : { text: shown };
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
    const stated = wallet ?? walletAddress ?? ownerWallet ?? userWallet;
    return tripOf({ ...trip, wallet: stated ?? user?.wallet ?? user?.walletAddress ?? null });
  });

type StatedTrip = Pick<Trip, "id" | "wallet" | "duration" | "distance" | "beats" | "country"> &
  Record<"start_time" | "end_time", number | null>;

function tripOf(stated: StatedTrip): Trip {
  const { id, wallet, duration, distance, beats, country } = stated;
  const startTime = notFarAhead(stated.start_time);
  const endTime = notFarAhead(stated.end_time);
  const taken = duration ?? timeBetween(startTime, endTime);
  return { id, wallet, startTime, endTime, duration: taken, distance, beats, country };
}

/**
 * Reads a trip as most are stated. The schema, which reads it likewise, leaves ten times the garbage.
 *
 * @returns null for a row that the schema has to read
 */
export function plainTrip(row: unknown): Trip | null {
  if (typeof row !== "object" || row === null) return null;
  // Any value may be under any name.
  const stated = row as Record<string, unknown>;
  const [wallet, country] = [stated.wallet ?? "", stated.country ?? ""];
  const elsewhere = stated.walletAddress ?? stated.ownerWallet ?? stated.userWallet ?? stated.user;
  const isPlain =
    typeof wallet === "string" && typeof country === "string" && (elsewhere ?? null) === null;
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

/** Compiled, because an export reads hundreds of thousands. */
export const compiledTrip = z.compile(tripSchema);

/** A trip that begins or ends in years to come is none yet: that moment is not known. */
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

export type StatedPagination = z.infer<typeof paginationSchema>;

/** The whole answer of `/trips` and `/trips/search`. */
export const tripsAnswer = answerOf(
  z.object({ trips: z.array(tripSchema).max(MAX_TRIPS), pagination: paginationSchema }),
);

/** The same with its trips as they came; they are read by `tripPage`. Null stands for nothing. */
export const unreadTripsAnswer = answerOf(
  z
    .object({
      trips: z.array(z.unknown()).max(MAX_TRIPS).nullable(),
      pagination: paginationSchema.nullish(),
    })
    .nullable(),
);

/** Null stands for nothing. */
export type StatedTrips = z.infer<typeof unreadTripsAnswer>;

const countryOption = z.union([
  z.object({ name: name(MAX_COUNTRY_LENGTH), count: figure }),
  name(MAX_COUNTRY_LENGTH).transform((name) => ({ name, count: null })),
]);

/** The answer of `/filters/available`. */
export const tripFiltersAnswer = answerOf(
  z.object({ countries: z.array(countryOption).max(MAX_COUNTRIES) }),
);

/** The same with its countries as they came; they are read by {@link tripFilters}. Null stands for nothing. */
export const unreadTripFiltersAnswer = answerOf(
  z.object({ countries: z.array(z.unknown()).max(MAX_COUNTRIES).nullable() }).nullable(),
);

const compiledCountry = z.compile(countryOption);

/**
 * Reads the choices of the filter; nameless and repeated countries are left out.
 *
 * @returns null when there are some and none of them can be read
 */
export function tripFilters(
  list: z.infer<typeof unreadTripFiltersAnswer>,
  onUnusable: OnUnusable,
): TripFilters | null {
  const byName = new Map<string, CountryOption>();
  let unread = 0;
  for (const stated of list?.countries ?? []) {
    const read = compiledCountry.safeParse(stated);
    if (!read.success) {
      unread += 1;
      onUnusable("countries");
      continue;
    }
    const { name: named, count } = read.data;
    if (named === null || byName.has(named.name)) continue;
    const { name, label } = named;
    byName.set(name, label === name ? { name, count } : { name, label, count });
  }
  return unread > 0 && unread === list?.countries?.length
    ? null
    : { countries: [...byName.values()] };
}
