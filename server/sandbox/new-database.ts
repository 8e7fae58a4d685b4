import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openForWriting } from "./duckdb";
import type { TripRecord } from "./trip-row";
import { TripTableWriter, type TripOrigin } from "./trip-table";

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
 * Builds a database of trips beside `databaseFile`, which stays as it is until the result is put there.
 * A process that dies half-way leaves a file that the next build removes.
 *
 * @param batches the trips; an error from it ends the build and leaves nothing behind
 * @throws DuckDBMissingError, the file system's error or the error of `batches`
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

async function fill(file: string, origin: TripOrigin, batches: TripBatches) {
  const instance = await openForWriting(file, spillFolder(file));
  const connection = await instance.connect();
  try {
    const writer = await TripTableWriter.open(connection);
    for await (const batch of batches) batch.forEach((trip) => writer.append(trip));
    const counts = await writer.finish(origin);
    // All in one file: the write-ahead log would not move along.
    await connection.run("CHECKPOINT");
    return counts;
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(spillFolder(file), { recursive: true, force: true });
  }
}

function spillFolder(file: string): string {
  return `${file}.spill`;
}

async function removeDatabase(file: string): Promise<void> {
  for (const path of [file, `${file}.wal`, spillFolder(file)]) {
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
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
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
