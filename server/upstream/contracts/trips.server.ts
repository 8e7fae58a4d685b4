import { z } from "zod";
import { screenText } from "../answer.server";
import {
  answerOf,
  figure,
  instant,
  listOf,
  mandatoryFigure,
  mandatoryText,
  optional,
  text,
} from "./fields.server";

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
const MAX_DURATION_LENGTH = 200;
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

const quantity = optional(mandatoryFigure.pipe(z.number().max(MAX_QUANTITY)));

/** A time, or null when it lies too far in the future to be real. */
const tripTime = instant.transform((time) =>
  time !== null && time > Date.now() + MAX_AHEAD_MS ? null : time,
);

/** A country's name, plain or as `{name}`. */
const country = optional(
  z.union([
    z.object({ name: mandatoryText(MAX_COUNTRY_LENGTH) }).transform(({ name }) => name),
    mandatoryText(MAX_COUNTRY_LENGTH),
  ]),
);

/** A duration in seconds, or a text that is shown unchanged. */
type TripDuration = { seconds: number } | { text: string };

const duration = optional(
  z.union([mandatoryFigure, z.string()]).transform((stated): TripDuration | null => {
    if (typeof stated === "number") return stated <= MAX_DURATION ? { seconds: stated } : null;
    const line = screenText(stated, MAX_DURATION_LENGTH);
    return line === null ? null : { text: line };
  }),
);

const trip = z
  .object({
    id: mandatoryText(MAX_ID_LENGTH),
    wallet,
    walletAddress: wallet,
    ownerWallet: wallet,
    userWallet: wallet,
    user: optional(z.object({ wallet, walletAddress: wallet })),
    start_time: tripTime,
    end_time: tripTime,
    duration,
    distance: quantity,
    beats: quantity,
    country,
  })
  .meta({
    id: "Trip",
    required: ["id", "start_time", "end_time", "distance", "beats", "country"],
  })
  .transform(({ start_time: startTime, end_time: endTime, user, ...stated }) => {
    const own = stated.wallet ?? stated.walletAddress ?? stated.ownerWallet ?? stated.userWallet;
    return {
      id: stated.id,
      wallet: own ?? user?.wallet ?? user?.walletAddress ?? null,
      /** Epoch milliseconds, like the end. */
      startTime,
      endTime,
      duration: stated.duration ?? timeBetween(startTime, endTime),
      /** Kilometres. */
      distance: stated.distance,
      beats: stated.beats,
      country: stated.country,
    };
  });

/** A trip. Whatever the upstream does not know is null. */
export type Trip = z.output<typeof trip>;

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

export interface TripPage {
  trips: Trip[];
  /** Number of rows that could not be read; left out for none. */
  unread?: number | undefined;
  pagination: {
    currentPage: number;
    itemsPerPage: number;
    totalItems: number;
    hasPrevPage: boolean;
    hasNextPage: boolean;
    /** Number of pages; an empty list has one. */
    pages: number;
  };
}

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
  const { rows: trips, sent } = list?.trips ?? { rows: [], sent: 0 };
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
      pages: Math.max(1, Math.ceil(totalItems / Math.max(1, itemsPerPage))),
    },
  };
}

const rawName = z.union([z.string(), z.number()]).transform(String);

const countryOption = z
  .union([
    z.object({ name: rawName, count: figure }),
    rawName.transform((name) => ({ name, count: null })),
  ])
  .transform(({ name: spelling, count }) => ({
    name: screenText(spelling, MAX_COUNTRY_LENGTH) ?? "",
    count,
    spelling: spelling.slice(0, 4 * MAX_COUNTRY_LENGTH),
  }))
  .refine(({ name }) => name !== "");

/** A choice of the country filter. Names that differ in white space alone are one country. */
export interface CountryOption {
  name: string;
  /** Of the trips that the list has: those of the first spelling. */
  count: number | null;
  /** How the upstream writes the name, `name` itself first; left out where it writes it only as `name`. */
  spellings?: string[] | undefined;
}

export interface TripFilters {
  countries: CountryOption[];
}

/** The answer of `/filters/available`. */
export const tripFiltersAnswer = answerOf(
  z
    .object({ countries: listOf(countryOption, MAX_COUNTRIES) })
    .nullable()
    .transform((data): TripFilters => ({ countries: merged(data?.countries.rows ?? []) })),
);

function merged(stated: readonly z.output<typeof countryOption>[]): CountryOption[] {
  return Array.from(new Set(stated.map(({ name }) => name)), (name) => {
    const same = stated.filter((option) => option.name === name);
    const listed = same.find(({ spelling }) => spelling === name) ?? same[0];
    const spellings = new Set([listed, ...same].flatMap((option) => option?.spelling ?? []));
    const isPlain = spellings.size === 1 && spellings.has(name);
    return { name, count: listed?.count ?? null, ...(!isPlain && { spellings: [...spellings] }) };
  });
}
