import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
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
export function sandboxPresent(newestEndMs: number | null, nowMs: number): number {
  if (newestEndMs === null) return nowMs;
  return nowMs > newestEndMs && nowMs - newestEndMs < DAY_MS ? nowMs : newestEndMs;
}

/** One state of the database file, opened for reading. It stays readable after the file has been replaced. */
interface State {
  instance: DuckDBInstance;
  /** End of the newest trip in epoch milliseconds; null when there is no trip. */
  newestEndMs: number | null;
}

/** Reads the sandbox's database file, and opens the new file when an import has replaced it. */
export class TripDatabase {
  private constructor(
    private readonly file: string,
    private readonly clock: () => number,
    private identity: string | undefined,
    private state: Promise<State>,
  ) {}

  /**
   * @param file the database file, which must exist
   * @param clock the real time in epoch milliseconds
   * @throws PlainError when the file is not a database, or is from another version of this program
   */
  static async open(file: string, clock: () => number = Date.now): Promise<TripDatabase> {
    const identity = await fileIdentity(file);
    const state = openState(file);
    await state;
    return new TripDatabase(file, clock, identity, state);
  }

  /** Runs a function on one state of the database, even if the database is replaced meanwhile. */
  async read<T>(work: (reading: TripReading) => Promise<T>): Promise<T> {
    const identity = await fileIdentity(this.file);
    // If the file has been removed, the open database stays in use.
    if (identity !== undefined && identity !== this.identity) {
      this.identity = identity;
      this.state = openState(this.file);
    }
    const { instance, newestEndMs } = await this.state;
    const connection = await instance.connect();
    try {
      return await work({ connection, presentMs: sandboxPresent(newestEndMs, this.clock()) });
    } finally {
      connection.closeSync();
    }
  }
}

async function openState(file: string): Promise<State> {
  try {
    // Read-only, so that other processes can read and replace the file at the same time.
    const instance = await openDatabase(file, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    const { newestEndMs } = await queryRow<Pick<State, "newestEndMs">>(
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
