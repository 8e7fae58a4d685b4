import type { DuckDBConnection } from "@duckdb/node-api";
import { stat } from "node:fs/promises";
import { DatabaseSnapshot } from "./database-snapshot";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a query reads from: one state of the database, and the moment that counts as now. */
export interface TripReading {
  connection: DuckDBConnection;
  /** Epoch milliseconds. */
  presentMs: number;
}

/**
 * The sandbox's present: the newest trip's end, so that 'last 30 days' means
 * something on old data, or the real clock when that is later by less than a day.
 */
export function sandboxPresent(newestEndMs: number | null, nowMs: number): number {
  if (newestEndMs === null) return nowMs;
  return nowMs > newestEndMs && nowMs - newestEndMs < DAY_MS ? nowMs : newestEndMs;
}

/** Reads the sandbox's database file, and follows when an import puts another in its place. */
export class TripDatabase {
  #opening: Promise<void> | undefined;

  private constructor(
    private readonly file: string,
    private readonly clock: () => number,
    private snapshot: DatabaseSnapshot,
    private identity: string,
  ) {}

  /**
   * @param file the database file, which must exist
   * @param clock the real time in epoch milliseconds
   */
  static async open(file: string, clock: () => number = Date.now): Promise<TripDatabase> {
    const identity = await fileIdentity(file);
    return new TripDatabase(file, clock, await DatabaseSnapshot.open(file), identity ?? "");
  }

  /** Runs one piece of work on one state of the database, even if that is replaced meanwhile. */
  async read<T>(work: (reading: TripReading) => Promise<T>): Promise<T> {
    await this.#follow();
    const { snapshot } = this;
    const presentMs = sandboxPresent(snapshot.newestEndMs, this.clock());
    return snapshot.use((connection) => work({ connection, presentMs }));
  }

  close(): void {
    this.snapshot.retire();
  }

  async #follow(): Promise<void> {
    const identity = await fileIdentity(this.file);
    // A file that is gone leaves what is open.
    if (identity === undefined || identity === this.identity) return;
    this.#opening ??= this.#reopen(identity).finally(() => (this.#opening = undefined));
    await this.#opening;
  }

  async #reopen(identity: string): Promise<void> {
    const next = await DatabaseSnapshot.open(this.file);
    this.snapshot.retire();
    this.snapshot = next;
    this.identity = identity;
  }
}

async function fileIdentity(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}:${stats.mtimeMs}`;
}
