import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { z } from "zod";
import { queryRow, queryRows, type QueryValues } from "./duckdb";
import type { TripReading } from "./trip-database";

const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(12),
};

/** A page of the list. Filters that are unset match every trip. */
export const listQuery = z.object({
  ...paging,
  /** Trips that start on this day (UTC). */
  date: z.iso.date().optional(),
  /** Exact name of a country. */
  country: z.string().optional(),
});

export const searchQuery = z.object({
  ...paging,
  /** Text to find in id, wallet or country, ignoring case. */
  q: z.string().min(1),
  type: z.literal("all").optional(),
});

const ISO = "'%Y-%m-%dT%H:%M:%S.%gZ'";

/** A trip as the core API returns it: times in ISO 8601 and UTC, duration in seconds, distance in kilometres. */
const COLUMNS = `
  id, wallet, strftime(start_time, ${ISO}) AS start_time, strftime(end_time, ${ISO}) AS end_time,
  epoch(end_time - start_time) AS duration, distance, beats, country`;

/** Returns a page of trips, newest first, then by id. A page beyond the end is empty. */
export function listTrips({ connection }: TripReading, request: z.output<typeof listQuery>) {
  const { date, country } = request;
  return pageOfTrips(connection, request, {
    ...(country !== undefined && { "country = $country": { country } }),
    ...(date !== undefined && { "start_time::DATE = $date::DATE": { date } }),
  });
}

/** Returns a page of the trips that a search finds, in the order of {@link listTrips}. */
export function searchTrips({ connection }: TripReading, request: z.output<typeof searchQuery>) {
  const { q } = request;
  const matches = ["id", "wallet", "country"].map((name) => `contains(lower(${name}), lower($q))`);
  return pageOfTrips(connection, request, { [`(${matches.join(" OR ")})`]: { q } });
}

/** Returns a page of the trips that meet all conditions, each of which has its values. */
async function pageOfTrips(
  connection: DuckDBConnection,
  { page, limit }: { page: number; limit: number },
  conditions: Record<string, QueryValues>,
) {
  const where = ["true", ...Object.keys(conditions)].join(" AND ");
  const values = Object.fromEntries(Object.values(conditions).flatMap(Object.entries<DuckDBValue>));
  const { total } = await queryRow<{ total: number }>(
    connection,
    `SELECT count(*)::INTEGER AS total FROM trips WHERE ${where}`,
    values,
  );
  const offset = (page - 1) * limit;
  // All trips have consecutive positions. Of some, sorting only positions is cheap, also for a page far from the start.
  const isOnPage =
    where === "true"
      ? "position BETWEEN $offset::INTEGER + 1 AND $offset::INTEGER + $limit::INTEGER"
      : `position IN (SELECT position FROM trips WHERE ${where}
           ORDER BY position LIMIT $limit::INTEGER OFFSET $offset::INTEGER)`;
  const rows =
    offset >= total
      ? []
      : await queryRows(
          connection,
          `SELECT ${COLUMNS} FROM trips WHERE ${isOnPage} ORDER BY position`,
          { ...values, limit, offset },
        );
  return {
    trips: rows,
    pagination: {
      currentPage: page,
      itemsPerPage: limit,
      totalItems: total,
      hasPrevPage: page > 1,
      hasNextPage: page * limit < total,
    },
  };
}

/** Returns every country of the trips with its number of trips, sorted by name. */
export async function availableFilters({ connection }: TripReading) {
  const countries = await queryRows(
    connection,
    `SELECT country AS name, count(*)::INTEGER AS count
     FROM trips WHERE country IS NOT NULL GROUP BY country ORDER BY country`,
  );
  return { countries };
}
