import { z } from "zod";
import { screenText } from "../upstream-text.server";
import {
  answerOf,
  field,
  figure,
  figureFrom,
  FIGURES,
  instant,
  listOf,
  mandatoryText,
  text,
  type Rows,
} from "./fields.server";

/** A duration in seconds, or a text that is shown unchanged. */
export type TripDuration = { seconds: number } | { text: string };

/** A trip. Whatever the upstream does not know is null. */
export interface Trip {
  id: string;
  wallet: string | null;
  /** Epoch milliseconds. */
  startTime: number | null;
  /** Epoch milliseconds. */
  endTime: number | null;
  duration: TripDuration | null;
  /** Kilometres. */
  distance: number | null;
  beats: number | null;
  country: string | null;
}

export interface Pagination {
  currentPage: number;
  itemsPerPage: number;
  totalItems: number;
  hasPrevPage: boolean;
  hasNextPage: boolean;
}

export interface TripPage {
  trips: Trip[];
  /** Number of rows that could not be read; left out for none. */
  unread?: number | undefined;
  pagination: Pagination;
}

export interface CountryOption {
  name: string;
  count: number | null;
}

/** The choices of the country filter. */
export interface TripFilters {
  countries: CountryOption[];
}

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
const country = z.union([
  z.object({ name: text(MAX_COUNTRY_LENGTH) }).transform(({ name }) => name),
  text(MAX_COUNTRY_LENGTH),
]);

/** A number (or numeric text) of seconds, else a text that is shown unchanged. */
const duration = field({ anyOf: [...FIGURES, { type: "string" }] }, durationFrom);

function durationFrom(value: unknown): TripDuration | null {
  const seconds = figureFrom(value);
  if (seconds !== null) return seconds <= MAX_DURATION ? { seconds } : null;
  const line = typeof value === "string" ? screenText(value, MAX_DURATION_LENGTH) : null;
  return line === null ? null : { text: line };
}

const trip = z
  .object({
    id: mandatoryText(MAX_ID_LENGTH),
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
    country,
  })
  .meta({
    id: "Trip",
    required: ["id", "start_time", "end_time", "distance", "beats", "country"],
  })
  .transform(({ start_time, end_time, user, ...stated }): Trip => {
    const startTime = notFarAhead(start_time);
    const endTime = notFarAhead(end_time);
    const own = stated.wallet ?? stated.walletAddress ?? stated.ownerWallet ?? stated.userWallet;
    return {
      id: stated.id,
      wallet: own ?? user?.wallet ?? user?.walletAddress ?? null,
      startTime,
      endTime,
      duration: stated.duration ?? timeBetween(startTime, endTime),
      distance: plausible(stated.distance),
      beats: plausible(stated.beats),
      country: stated.country,
    };
  });

function plausible(quantity: number | null): number | null {
  return quantity !== null && quantity <= MAX_QUANTITY ? quantity : null;
}

/** The time, or null when it lies too far in the future to be real. */
function notFarAhead(time: number | null): number | null {
  return time !== null && time > Date.now() + MAX_AHEAD_MS ? null : time;
}

function timeBetween(start: number | null, end: number | null): TripDuration | null {
  return start !== null && end !== null && end >= start ? { seconds: (end - start) / 1000 } : null;
}

const flag = z.boolean().nullish();

const pagination = z
  .object({
    currentPage: figure,
    itemsPerPage: figure,
    totalItems: figure,
    hasPrevPage: flag,
    hasNextPage: flag,
  })
  .meta({ id: "Pagination", required: ["currentPage", "itemsPerPage", "totalItems"] });

const tripList = z.object({ trips: listOf(trip, MAX_TRIPS), pagination: pagination.nullish() });

/** The answer of `/trips` and `/trips/search`; null when it has no data. */
export const tripsAnswer = answerOf(tripList.nullable());

const NO_TRIPS: Rows<Trip> = { rows: [], sent: 0 };

/**
 * Completes the pagination of an answer: missing fields are derived from the request and the received rows. Only the
 * total cannot be derived, unless the page is the last.
 *
 * @returns null when the total is unknown
 */
export function tripPage(
  list: z.output<typeof tripList> | null,
  request: { page: number; limit: number },
): TripPage | null {
  const { rows: trips, sent } = list?.trips ?? NO_TRIPS;
  const stated: Partial<z.output<typeof pagination>> = list?.pagination ?? {};
  const currentPage = Math.floor(stated.currentPage || request.page);
  const itemsPerPage = Math.floor(stated.itemsPerPage || request.limit);
  const offset = (currentPage - 1) * itemsPerPage;
  const isEmpty = sent === 0 && (list === null || request.page === 1);
  const isLast = stated.hasNextPage === false || isEmpty;
  const total = stated.totalItems ?? (isLast ? offset : null);
  if (total === null) return null;
  // A stated total that is smaller than the received rows is corrected.
  const totalItems = Math.max(total, sent > 0 ? offset + sent : 0);
  return {
    trips,
    unread: sent - trips.length || undefined,
    pagination: {
      currentPage,
      itemsPerPage,
      totalItems,
      hasPrevPage: stated.hasPrevPage ?? currentPage > 1,
      hasNextPage: stated.hasNextPage ?? offset + itemsPerPage < totalItems,
    },
  };
}

const countryOption = z.union([
  z.object({ name: mandatoryText(MAX_COUNTRY_LENGTH), count: figure }),
  mandatoryText(MAX_COUNTRY_LENGTH).transform((name) => ({ name, count: null })),
]);

/**
 * The answer of `/filters/available`. Countries whose names differ in white space alone are one, as in the rows of
 * trips.
 */
export const tripFiltersAnswer = answerOf(
  z
    .object({ countries: listOf<CountryOption>(countryOption, MAX_COUNTRIES) })
    .nullable()
    .transform((data): TripFilters => ({ countries: merged(data?.countries.rows ?? []) })),
);

function merged(options: readonly CountryOption[]): CountryOption[] {
  const byName = new Map<string, CountryOption>();
  for (const { name, count } of options) {
    const other = byName.get(name)?.count ?? null;
    const sum = count === null && other === null ? null : (count ?? 0) + (other ?? 0);
    byName.set(name, { name, count: sum });
  }
  return [...byName.values()];
}
