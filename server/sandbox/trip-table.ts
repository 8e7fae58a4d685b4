import type { DuckDBAppender, DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { loadDuckDB, queryRow, type DuckDB } from "./duckdb";
import type { TripRecord } from "./trip-row";

/** Where a database's trips come from: kept as the comment of its table of trips. */
export type TripOrigin = "generated" | "imported";

const STAGING = `
  CREATE TEMP TABLE staged (
    line INTEGER, id VARCHAR, vehicle VARCHAR, start_ms DOUBLE, end_ms DOUBLE,
    distance DOUBLE, beats DOUBLE, country VARCHAR
  )`;

const COUNT_DUPLICATES =
  "SELECT (count(*) - count(DISTINCT id))::INTEGER AS duplicates FROM staged";

/** Of rows with the same id the one that came first stays. */
const DROP_DUPLICATES = `
  DELETE FROM staged WHERE line NOT IN (SELECT min(line) FROM staged GROUP BY id)`;

/**
 * Rows lie on disk in the order of the list, newest first, and know their rank in it and among the
 * trips of their country. Any page, of a day or a country too, is then a short range of ranks
 * instead of a sort with an offset.
 */
const CREATE_TRIPS = `
  CREATE TABLE trips AS
  SELECT
    position::INTEGER AS position,
    (row_number() OVER (PARTITION BY country ORDER BY position))::INTEGER AS country_position,
    id,
    '0x' || sha1(vehicle) AS wallet,
    make_timestamp_ms(start_ms::BIGINT) AS start_time,
    make_timestamp_ms(end_ms::BIGINT) AS end_time,
    distance,
    beats,
    country
  FROM (
    SELECT *, row_number() OVER () AS position
    FROM (SELECT * FROM staged ORDER BY start_ms DESC, id)
  )
  ORDER BY position`;

/**
 * What never changes for these trips is summed up once. fsum: sums of very many decimals that stay
 * exact to the last one shown.
 */
const CREATE_TOTALS = `
  CREATE TABLE totals AS
  SELECT
    count(*)::INTEGER AS trips,
    round(fsum(distance), 3) AS distance,
    round(fsum(beats), 3) AS beats,
    coalesce(sum(epoch_ms(end_time) - epoch_ms(start_time)), 0)::DOUBLE / 3600000 AS hours,
    count(DISTINCT wallet)::INTEGER AS wallets,
    max(end_time) AS newest_end
  FROM trips`;

const CHUNK_ROWS = 2048;

/** Fills the tables `trips` and `totals` of a new database. */
export class TripTableWriter {
  #columns: DuckDBValue[][];
  #line = 0;

  private constructor(
    private readonly duckdb: DuckDB,
    private readonly connection: DuckDBConnection,
    private readonly appender: DuckDBAppender,
    private readonly types: readonly DuckDBType[],
  ) {
    this.#columns = types.map(() => []);
  }

  static async open(connection: DuckDBConnection): Promise<TripTableWriter> {
    const duckdb = await loadDuckDB();
    const { INTEGER, VARCHAR, DOUBLE } = duckdb;
    await connection.run(STAGING);
    const appender = await connection.createAppender("staged", "main", "temp");
    const types = [INTEGER, VARCHAR, VARCHAR, DOUBLE, DOUBLE, DOUBLE, DOUBLE, VARCHAR];
    return new TripTableWriter(duckdb, connection, appender, types);
  }

  append(trip: TripRecord): void {
    const row = [
      this.#line++,
      trip.id,
      trip.vehicleId,
      trip.startMs,
      trip.endMs,
      trip.distanceKm,
      trip.points,
      trip.country,
    ];
    row.forEach((value, column) => this.#columns[column]?.push(value));
    if (this.#line % CHUNK_ROWS === 0) this.#flush();
  }

  /**
   * Orders what was appended into the table `trips` and sums it up in `totals`.
   *
   * @param origin kept with the trips, so that what shows them can say whose they are
   * @returns how many trips there are, and how many were left out for an id that came before
   */
  async finish(origin: TripOrigin): Promise<{ trips: number; duplicates: number }> {
    this.#flush();
    this.appender.closeSync();
    const { duplicates } = await queryRow<{ duplicates: number }>(
      this.connection,
      COUNT_DUPLICATES,
    );
    if (duplicates > 0) await this.connection.run(DROP_DUPLICATES);
    await this.connection.run(CREATE_TRIPS);
    await this.connection.run(CREATE_TOTALS);
    await this.connection.run(`COMMENT ON TABLE trips IS '${origin}'`);
    return { trips: this.#line - duplicates, duplicates };
  }

  #flush(): void {
    const rows = this.#columns[0]?.length ?? 0;
    if (rows === 0) return;
    const chunk = this.duckdb.DuckDBDataChunk.create(this.types, rows);
    chunk.setColumns(this.#columns);
    this.appender.appendDataChunk(chunk);
    this.#columns = this.types.map(() => []);
  }
}
