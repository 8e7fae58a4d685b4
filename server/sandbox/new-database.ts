import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { loadDuckDB, openDatabase, queryRow } from "./duckdb";
import type { TripRecord } from "./trip-row";

/** Where a database's trips come from: kept as the comment of its table of trips. */
export type TripOrigin = "generated" | "imported";

/** A finished database beside the one in use. It takes its place at once and whole, or is thrown away. */
export interface NewDatabase {
  trips: number;
  /** Trips left out because their id came before. */
  duplicates: number;
  /** Takes the place of the database in use; who has that one open reads on undisturbed. */
  replace(): Promise<void>;
  /** Becomes the database unless there is one by now. */
  putUnlessPresent(): Promise<void>;
  discard(): Promise<void>;
}

type TripBatches = AsyncIterable<readonly TripRecord[]> | Iterable<readonly TripRecord[]>;

/**
 * Builds a database of trips beside `databaseFile`, which stays as it is until the result is put there. What a process
 * that dies half-way leaves is removed by the next build.
 *
 * @param batches the trips; an error from it ends the build and leaves nothing behind
 * @throws PlainError when DuckDB is missing, the file system's error or the error of `batches`
 */
export async function buildDatabase(
  databaseFile: string,
  origin: TripOrigin,
  batches: TripBatches,
): Promise<NewDatabase> {
  await mkdir(dirname(databaseFile), { recursive: true });
  await removeLeftovers(databaseFile);
  const file = `${databaseFile}.tmp-${process.pid}-${randomBytes(4).toString("hex")}`;
  const discard = () => removeDatabase(file);
  try {
    const counts = await fill(file, origin, batches);
    return {
      ...counts,
      replace: () => rename(file, databaseFile),
      putUnlessPresent: () => moveUnlessPresent(file, databaseFile),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Rows as they came, with their number in this order. */
const STAGING = `
  CREATE TEMP TABLE staged (
    line INTEGER, id VARCHAR, vehicle VARCHAR, start_ms DOUBLE, end_ms DOUBLE,
    distance DOUBLE, beats DOUBLE, country VARCHAR
  )`;

/** Of rows with the same id the one that came first stays. */
const DROP_DUPLICATES = `
  DELETE FROM staged WHERE line NOT IN (SELECT min(line) FROM staged GROUP BY id)`;

/**
 * Rows lie on disk in the order of the list, newest first, and know their rank in it and among the trips of their
 * country. Any page, of a day or a country too, is then a short range of ranks instead of a sort with an offset.
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

/** Fills the tables `trips` and `totals` of a new database. */
async function fill(file: string, origin: TripOrigin, batches: TripBatches) {
  const spillFolder = `${file}.spill`;
  const instance = await openDatabase(file, { temp_directory: spillFolder });
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
    // What shows the trips can say whose they are.
    await connection.run(`COMMENT ON TABLE trips IS '${origin}'`);
    // All in one file: the write-ahead log would not move along.
    await connection.run("CHECKPOINT");
    return { trips, duplicates: rows - trips };
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(spillFolder, { recursive: true, force: true });
  }
}

/** Rows of one chunk: as many as a vector of DuckDB holds. */
const CHUNK_ROWS = 2048;

/** @returns how many rows there are */
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

async function removeDatabase(file: string): Promise<void> {
  for (const path of [file, `${file}.wal`, `${file}.spill`]) {
    await rm(path, { recursive: true, force: true });
  }
}

async function moveUnlessPresent(file: string, databaseFile: string): Promise<void> {
  try {
    // Unlike `rename`, `link` fails when the target exists, so two first starts cannot cross.
    await link(file, databaseFile);
  } catch (error) {
    // Some file systems have no links.
    if (!hasCode(error, "EEXIST")) await rename(file, databaseFile);
  }
  await removeDatabase(file);
}

/** Removes what builds left behind whose process is gone. */
async function removeLeftovers(databaseFile: string): Promise<void> {
  const prefix = `${basename(databaseFile)}.tmp-`;
  for (const name of await readdir(dirname(databaseFile))) {
    if (name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      await rm(join(dirname(databaseFile), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
