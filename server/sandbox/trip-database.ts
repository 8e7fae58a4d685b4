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

/** One state of the database file, opened for reading. */
interface Snapshot {
  instance: DuckDBInstance;
  /** Identity of the opened file, as in `fileIdentity`. */
  identity: string | undefined;
  /** End of the newest trip in epoch milliseconds; null when there is no trip. */
  newestEndMs: number | null;
  readers: number;
  /** Whether the snapshot is closed as soon as it has no readers. */
  retired: boolean;
}

/** Reads the sandbox's database file, and opens the new file when an import has replaced it. */
export class TripDatabase {
  #opening: Promise<void> | undefined;

  private constructor(
    private readonly file: string,
    private readonly clock: () => number,
    private snapshot: Snapshot,
  ) {}

  /**
   * @param file the database file, which must exist
   * @param clock the real time in epoch milliseconds
   * @throws PlainError when the file is not a database, or is from another version of this program
   */
  static async open(file: string, clock: () => number = Date.now): Promise<TripDatabase> {
    return new TripDatabase(file, clock, await openSnapshot(file));
  }

  /** Runs a function on one state of the database, even if the database is replaced meanwhile. */
  async read<T>(work: (reading: TripReading) => Promise<T>): Promise<T> {
    const identity = await fileIdentity(this.file);
    // If the file has been removed, the open database stays in use.
    if (identity !== undefined && identity !== this.snapshot.identity) {
      this.#opening ??= this.#reopen().finally(() => (this.#opening = undefined));
      await this.#opening;
    }
    const { snapshot } = this;
    const presentMs = sandboxPresent(snapshot.newestEndMs, this.clock());
    return withConnection(snapshot, (connection) => work({ connection, presentMs }));
  }

  close(): void {
    retire(this.snapshot);
  }

  async #reopen(): Promise<void> {
    const next = await openSnapshot(this.file);
    retire(this.snapshot);
    this.snapshot = next;
  }
}

async function openSnapshot(file: string): Promise<Snapshot> {
  try {
    const identity = await fileIdentity(file);
    // Read-only, so that other processes can read and replace the file at the same time.
    const instance = await openDatabase(file, { access_mode: "READ_ONLY" });
    const snapshot = { instance, identity, newestEndMs: null, readers: 0, retired: false };
    const { newestEndMs } = await withConnection(snapshot, (connection) =>
      queryRow<Pick<Snapshot, "newestEndMs">>(
        connection,
        "SELECT epoch_ms(newest_end)::DOUBLE AS newestEndMs FROM totals",
      ),
    );
    return { ...snapshot, newestEndMs };
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError(
      `${file} cannot be read as a sandbox database. Remove it to start with the generated fleet, ` +
        "or import trips with `npm run sandbox:import -- FILE…`.",
      error,
    );
  }
}

async function withConnection<T>(
  snapshot: Snapshot,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  snapshot.readers += 1;
  try {
    const connection = await snapshot.instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    snapshot.readers -= 1;
    closeWhenUnread(snapshot);
  }
}

function retire(snapshot: Snapshot): void {
  snapshot.retired = true;
  closeWhenUnread(snapshot);
}

function closeWhenUnread({ instance, readers, retired }: Snapshot): void {
  if (retired && readers === 0) instance.closeSync();
}

async function fileIdentity(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}:${stats.mtimeMs}`;
}
