import type { DuckDBConnection } from "@duckdb/node-api";
import { stat } from "node:fs/promises";
import { DAY_MS } from "~/lib/day";
import { openDatabase, queryRow } from "./duckdb";
import { PlainError } from "./plain-error";

/** What a query reads from: one state of the database, and the time that counts as now. */
export interface TripReading {
  connection: DuckDBConnection;
  /** Epoch milliseconds. */
  presentMs: number;
}

/** The time that counts as now: the newest trip's end, or the real time if it is later by less than a day. */
export function sandboxPresent(newestEndMs: number, nowMs: number): number {
  return nowMs > newestEndMs && nowMs - newestEndMs < DAY_MS ? nowMs : newestEndMs;
}

export type TripDatabase = Awaited<ReturnType<typeof openTripDatabase>>;

/**
 * Opens the sandbox's database for reading, and the new file when an import has replaced it.
 *
 * @param file the database file, which must exist
 * @param clock the real time in epoch milliseconds
 * @throws PlainError when the file is not a database, or is from another version of this program
 */
export async function openTripDatabase(file: string, clock: () => number) {
  let identity = await fileIdentity(file);
  let opened = openState(file);
  await opened;

  return {
    /** Runs a function on one state of the database, even if the database is replaced meanwhile. */
    async read<T>(work: (reading: TripReading) => Promise<T>): Promise<T> {
      const current = await fileIdentity(file);
      // If the file has been removed, the open database stays in use.
      if (current !== undefined && current !== identity) {
        identity = current;
        opened = openState(file);
      }
      const { instance, newestEndMs } = await opened;
      const connection = await instance.connect();
      try {
        return await work({ connection, presentMs: sandboxPresent(newestEndMs, clock()) });
      } finally {
        connection.closeSync();
      }
    },
  };
}

/** Opens one state of the database file, which stays readable after the file has been replaced. */
async function openState(file: string) {
  try {
    // Read-only, so that other processes can read and replace the file at the same time.
    const instance = await openDatabase(file, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    const { newestEndMs } = await queryRow<{ newestEndMs: number }>(
      connection,
      "SELECT epoch_ms(newest_end)::DOUBLE AS newestEndMs FROM totals",
    );
    connection.closeSync();
    return { instance, newestEndMs };
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError(
      `${file} cannot be read as a sandbox database. Remove it to start with the generated fleet, ` +
        "or import trips with `npm run sandbox:import -- FILE…`.",
      error,
    );
  }
}

async function fileIdentity(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}:${stats.mtimeMs}`;
}
