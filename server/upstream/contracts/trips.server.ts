import { z } from "zod";
import { screenText } from "../upstream-text.server";
import { answerOf, figure, instant, requiredText, text } from "./readings.server";

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

const countryShape = z.object({ name: z.string(), count: known });

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
const MAX_COUNTRY_LENGTH = 100;
const MAX_DURATION_LENGTH = 40;
/** The export asks for 500 at a time; an answer of more than this was not asked for. */
const MAX_TRIPS = 1000;
const MAX_COUNTRIES = 400;

const wallet = text(MAX_WALLET_LENGTH);

/** A country's name, plain or as `{name}`. */
const countryName = z.union([
  z.object({ name: text(MAX_COUNTRY_LENGTH) }).transform(({ name }) => name),
  text(MAX_COUNTRY_LENGTH),
]);

/** A number (or numeric text) of seconds, else a text that is shown as it is. */
const duration = z.union([
  figure.transform((seconds): TripDuration | null => (seconds === null ? null : { seconds })),
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
  .transform((trip): Trip => ({
    id: trip.id,
    wallet:
      trip.wallet ??
      trip.walletAddress ??
      trip.ownerWallet ??
      trip.userWallet ??
      trip.user?.wallet ??
      trip.user?.walletAddress ??
      null,
    startTime: trip.start_time,
    endTime: trip.end_time,
    duration: trip.duration ?? timeBetween(trip.start_time, trip.end_time),
    distance: trip.distance,
    beats: trip.beats,
    country: trip.country,
  }));

/** Compiled, because an export reads hundreds of thousands. */
const compiledTrip = z.compile(tripSchema);

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

/** A list of trips as `data` states it, its trips read by this schema. */
const tripList = <T>(trip: z.ZodType<T>) =>
  z.object({ trips: z.array(trip).max(MAX_TRIPS), pagination: paginationSchema });

/** The whole answer of `/trips` and `/trips/search`. */
export const tripsAnswer = answerOf(tripList(tripSchema));

/** The same with its trips as they came; they are read by {@link tripPage}. */
export const unreadTripsAnswer = answerOf(tripList(z.unknown()));

/**
 * Reads the trips of a list and completes its pagination: what it leaves out is taken from what was asked for and
 * from what came. Only the total of a page that is not the last cannot be made up.
 *
 * @param asked the page and limit of the call
 * @returns null when a trip is none, or when there is no telling how many there are
 */
export function tripPage(
  list: z.infer<typeof unreadTripsAnswer>,
  asked: { page: number; limit: number },
): TripPage | null {
  const trips: Trip[] = [];
  for (const stated of list.trips) {
    const trip = compiledTrip.safeParse(stated);
    if (!trip.success) return null;
    trips.push(trip.data);
  }
  const { pagination: stated } = list;
  const currentPage = Math.floor(stated.currentPage || asked.page);
  const itemsPerPage = Math.floor(stated.itemsPerPage || asked.limit);
  const before = (currentPage - 1) * itemsPerPage;
  const totalItems =
    stated.totalItems ?? (stated.hasNextPage === false ? before + trips.length : null);
  if (totalItems === null) return null;
  return {
    trips,
    pagination: {
      currentPage,
      itemsPerPage,
      totalItems,
      hasPrevPage: stated.hasPrevPage ?? currentPage > 1,
      hasNextPage: stated.hasNextPage ?? before + itemsPerPage < totalItems,
    },
  };
}

const countryOption = z.union([
  z.object({ name: text(MAX_COUNTRY_LENGTH), count: figure }),
  text(MAX_COUNTRY_LENGTH).transform((name) => ({ name, count: null })),
]);

/** The answer of `/filters/available`; nameless and repeated countries are left out. */
export const tripFiltersAnswer = answerOf(
  z
    .object({ countries: z.array(countryOption).max(MAX_COUNTRIES) })
    .transform(({ countries }): TripFilters => {
      const byName = new Map<string, CountryOption>();
      for (const { name, count } of countries) {
        if (name !== null && !byName.has(name)) byName.set(name, { name, count });
      }
      return { countries: [...byName.values()] };
    }),
);
