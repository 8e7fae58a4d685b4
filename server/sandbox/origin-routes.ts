import { queryRow } from "./duckdb";
import { envelope, type Routes } from "./json-exchange";
import type { TripDatabase, TripReading } from "./trip-database";
import type { TripOrigin } from "./trip-table";

/** What the product needs to say in plain words whose trips it shows. */
export function originRoutes(database: TripDatabase): Routes {
  return {
    "GET /sandbox/trips": async () => envelope(await database.read(tripsHeld)),
  };
}

/** A database of before trips had an origin has null. */
function tripsHeld({ connection }: TripReading) {
  return queryRow<{ count: number; origin: TripOrigin | null }>(
    connection,
    `SELECT trips AS count,
       (SELECT any_value(comment) FROM duckdb_tables() WHERE table_name = 'trips') AS origin
     FROM totals`,
  );
}
