import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { loadDuckDB, openDatabase, queryRow } from "./duckdb";
import type { TripRow } from "./trip-row";

/**
 * Builds a database of trips, and puts it atomically in place of the one in use, which stays if there is no trip.
 * Processes that have the old one open can read on.
 *
 * @param onlyIfMissing whether a database that has appeared meanwhile is kept
 * @param stage inserts the trips into the table `staged`; an error of it leaves everything as it was
 * @returns the numbers of trips and of those left out because an earlier one has the same id
 * @throws PlainError when DuckDB is missing, the file system's error or the error of `stage`
 */
export async function replaceDatabase(
  databaseFile: string,
  stage: (connection: DuckDBConnection) => Promise<unknown>,
  onlyIfMissing = false,
) {
  await mkdir(dirname(databaseFile), { recursive: true });
  const file = `${databaseFile}.tmp-${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    const counts = await fill(file, stage);
    const isKept = onlyIfMissing && existsSync(databaseFile);
    if (counts.trips > 0 && !isKept) await rename(file, databaseFile);
    return counts;
  } finally {
    for (const path of [file, `${file}.wal`]) await rm(path, { force: true });
  }
}

/** The trips to come, in the order in which they were read. */
const STAGING = `
  CREATE TEMP TABLE staged (
    id VARCHAR, vehicle VARCHAR, start_ms DOUBLE, end_ms DOUBLE,
    distance DOUBLE, beats DOUBLE, country VARCHAR
  )`;

/** Keeps the first of several rows with the same id. */
const DROP_DUPLICATES = `
  DELETE FROM staged WHERE rowid NOT IN (SELECT min(rowid) FROM staged GROUP BY id)`;

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
 * Totals that never change for these trips are computed once. `fsum` keeps sums of very many decimals exact.
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
async function fill(file: string, stage: (connection: DuckDBConnection) => Promise<unknown>) {
  const instance = await openDatabase(file);
  const connection = await instance.connect();
  try {
    await connection.run(STAGING);
    await stage(connection);
    const { rowsChanged: duplicates } = await connection.run(DROP_DUPLICATES);
    await connection.run(CREATE_TRIPS);
    await connection.run(CREATE_TOTALS);
    // Moves all data into the one file, because the write-ahead log would not be renamed with it.
    await connection.run("CHECKPOINT");
    const { trips } = await queryRow<{ trips: number }>(connection, "SELECT trips FROM totals");
    return { trips, duplicates };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Rows per chunk: the size of a DuckDB vector. */
const CHUNK_ROWS = 2048;

/** Appends batches of trips to the table `staged`. */
export async function stageTrips(connection: DuckDBConnection, batches: AsyncIterable<TripRow[]>) {
  const { DuckDBDataChunk, VARCHAR, DOUBLE } = await loadDuckDB();
  const types = [VARCHAR, VARCHAR, DOUBLE, DOUBLE, DOUBLE, DOUBLE, VARCHAR];
  const appender = await connection.createAppender("staged", "main", "temp");
  for await (const batch of batches) {
    for (let from = 0; from < batch.length; from += CHUNK_ROWS) {
      const chunk = DuckDBDataChunk.create(types);
      chunk.setRows(batch.slice(from, from + CHUNK_ROWS));
      appender.appendDataChunk(chunk);
    }
  }
  appender.closeSync();
}
