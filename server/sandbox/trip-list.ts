import type { DuckDBConnection } from "@duckdb/node-api";
import { DAY_MS } from "~/lib/day";
import { queryRow, queryRows, type QueryValues } from "./duckdb";

/** A request for a page of the list. Filters that are unset match every trip. */
export interface TripListRequest {
  page: number;
  limit: number;
  /** First instant of a UTC day in epoch milliseconds: trips that start on it. */
  dayMs?: number | undefined;
  /** Exact name of a country. */
  country?: string | undefined;
}

export interface TripSearchRequest {
  page: number;
  limit: number;
  /** Text to find in id, wallet or country, ignoring case. */
  q: string;
}

interface TripRow {
  id: string;
  wallet: string | null;
  start_ms: number;
  end_ms: number;
  distance: number | null;
  beats: number | null;
  country: string | null;
}

const COLUMNS = `
  id, wallet, epoch_ms(start_time)::DOUBLE AS start_ms, epoch_ms(end_time)::DOUBLE AS end_ms,
  distance, beats, country`;

/** Returns a page of trips, newest first, then by id. A page beyond the end is empty. */
export async function listTrips(connection: DuckDBConnection, request: TripListRequest) {
  const { limit, dayMs, country } = request;
  // Trips of one day, of one country and of both have consecutive ranks.
  const rank = country === undefined ? "position" : "country_position";
  const ofCountry = country === undefined ? "true" : "country = $country";
  const onDay =
    dayMs === undefined
      ? "true"
      : "start_time >= make_timestamp_ms($from::BIGINT) AND start_time < make_timestamp_ms($to::BIGINT)";
  const countryValue: QueryValues = country === undefined ? {} : { country };
  const dayValues: QueryValues = dayMs === undefined ? {} : { from: dayMs, to: dayMs + DAY_MS };

  const { total, first } = await queryRow<{ total: number; first: number }>(
    connection,
    `SELECT count(*)::INTEGER AS total, coalesce(min(${rank}), 0) AS first
     FROM trips WHERE ${ofCountry} AND ${onDay}`,
    { ...countryValue, ...dayValues },
  );
  return pageOfTrips(request, total, (offset) =>
    queryRows<TripRow>(
      connection,
      `SELECT ${COLUMNS} FROM trips
       WHERE ${rank} BETWEEN $first::INTEGER AND $last::INTEGER AND ${ofCountry}
       ORDER BY position`,
      {
        ...countryValue,
        first: first + offset,
        last: first + Math.min(offset + limit, total) - 1,
      },
    ),
  );
}

const MATCHES = `(contains(lower(id), lower($q)) OR contains(lower(wallet), lower($q))
  OR contains(lower(country), lower($q)))`;

/** Returns a page of the trips that a search finds, in the order of {@link listTrips}. */
export async function searchTrips(connection: DuckDBConnection, request: TripSearchRequest) {
  const { q, limit } = request;
  const { total } = await queryRow<{ total: number }>(
    connection,
    `SELECT count(*)::INTEGER AS total FROM trips WHERE ${MATCHES}`,
    { q },
  );
  return pageOfTrips(request, total, (offset) =>
    queryRows<TripRow>(
      connection,
      // Sorting only positions is cheap, also for a page far from the start.
      `SELECT ${COLUMNS} FROM trips
       WHERE position IN (
         SELECT position FROM trips WHERE ${MATCHES}
         ORDER BY position LIMIT $limit::INTEGER OFFSET $offset::INTEGER)
       ORDER BY position`,
      { q, limit, offset },
    ),
  );
}

/** Returns every country of the trips with its number of trips, sorted by name. */
export async function availableFilters(connection: DuckDBConnection) {
  const countries = await queryRows<{ name: string; count: number }>(
    connection,
    `SELECT country AS name, count(*)::INTEGER AS count
     FROM trips WHERE country IS NOT NULL GROUP BY country ORDER BY country`,
  );
  return { countries };
}

/** @param read reads the rows of a page; not called for a page beyond the end */
async function pageOfTrips(
  { page, limit }: Pick<TripListRequest, "page" | "limit">,
  total: number,
  read: (offset: number) => Promise<TripRow[]>,
) {
  const offset = (page - 1) * limit;
  const rows = offset >= total ? [] : await read(offset);
  return {
    trips: rows.map(tripAnswer),
    pagination: {
      currentPage: page,
      itemsPerPage: limit,
      totalItems: total,
      hasPrevPage: page > 1,
      hasNextPage: page * limit < total,
    },
  };
}

/** A trip as the core API returns it: times in ISO 8601 and UTC, duration in seconds, distance in kilometres. */
function tripAnswer({ start_ms, end_ms, ...row }: TripRow) {
  return {
    id: row.id,
    wallet: row.wallet,
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(end_ms).toISOString(),
    duration: (end_ms - start_ms) / 1000,
    distance: row.distance,
    beats: row.beats,
    country: row.country,
  };
}
