import { randomBytes } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { loadDuckDB, openDatabase, queryRow } from "./duckdb";
import type { TripRecord } from "./trip-row";

type TripBatches = AsyncIterable<readonly TripRecord[]> | Iterable<readonly TripRecord[]>;

/**
 * Builds a database of trips beside `databaseFile`, which stays unchanged until the result replaces it.
 *
 * @param batches the trips; an error of this iterable ends the build, which leaves nothing behind
 * @returns the numbers of trips and of those left out because an earlier one has the same id; `replace` puts the database
 *   atomically in place of the one in use, on which processes that have it open can read on; `discard` removes it
 * @throws PlainError when DuckDB is missing, the file system's error or the error of `batches`
 */
export async function buildDatabase(databaseFile: string, batches: TripBatches) {
  await mkdir(dirname(databaseFile), { recursive: true });
  const file = `${databaseFile}.tmp-${process.pid}-${randomBytes(4).toString("hex")}`;
  async function discard(): Promise<void> {
    for (const path of [file, `${file}.wal`]) await rm(path, { force: true });
  }
  try {
    const counts = await fill(file, batches);
    return { ...counts, replace: () => rename(file, databaseFile), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Holds rows in their original order, with their number. */
const STAGING = `
  CREATE TEMP TABLE staged (
    line INTEGER, id VARCHAR, vehicle VARCHAR, start_ms DOUBLE, end_ms DOUBLE,
    distance DOUBLE, beats DOUBLE, country VARCHAR
  )`;

/** Keeps the first of several rows with the same id. */
const DROP_DUPLICATES = `
  DELETE FROM staged WHERE line NOT IN (SELECT min(line) FROM staged GROUP BY id)`;

/** Rows are stored in the order of the list, newest first, with their rank in it. */
const CREATE_TRIPS = `
  CREATE TABLE trips AS
  SELECT
    position::INTEGER AS position,
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
 * Totals that never change for these trips are computed once. `fsum` keeps sums of very many decimals exact to the
 * last digit shown.
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

/** Fills the tables `trips` and `totals` of a new database. */
async function fill(file: string, batches: TripBatches) {
  const instance = await openDatabase(file);
  const connection = await instance.connect();
  try {
    await connection.run(STAGING);
    const rows = await stage(connection, batches);
    const { trips } = await queryRow<{ trips: number }>(
      connection,
      "SELECT count(DISTINCT id)::INTEGER AS trips FROM staged",
    );
    if (trips < rows) await connection.run(DROP_DUPLICATES);
    await connection.run(CREATE_TRIPS);
    await connection.run(CREATE_TOTALS);
    // Moves all data into the one file, because the write-ahead log would not be renamed with it.
    await connection.run("CHECKPOINT");
    return { trips, duplicates: rows - trips };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Rows per chunk: the size of a DuckDB vector. */
const CHUNK_ROWS = 2048;

/** Appends all trips to the staging table. @returns the number of rows */
async function stage(connection: DuckDBConnection, batches: TripBatches): Promise<number> {
  const { DuckDBDataChunk, INTEGER, VARCHAR, DOUBLE } = await loadDuckDB();
  const types = [INTEGER, VARCHAR, VARCHAR, DOUBLE, DOUBLE, DOUBLE, DOUBLE, VARCHAR];
  const appender = await connection.createAppender("staged", "main", "temp");
  let line = 0;
  let rows: DuckDBValue[][] = [];
  function flush() {
    const chunk = DuckDBDataChunk.create(types);
    chunk.setRows(rows);
    appender.appendDataChunk(chunk);
    rows = [];
  }
  for await (const batch of batches) {
    for (const { id, vehicleId, startMs, endMs, distanceKm, points, country } of batch) {
      rows.push([line++, id, vehicleId, startMs, endMs, distanceKm, points, country]);
      if (rows.length === CHUNK_ROWS) flush();
    }
  }
  flush();
  appender.closeSync();
  return line;
}
