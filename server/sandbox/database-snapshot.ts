import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { loadDuckDB, openForReading, queryRow } from "./duckdb";

const CONNECTIONS = 4;

/** The file is no database, or one of another version of this program. */
export class UnusableDatabaseError extends Error {
  constructor(file: string, cause: unknown) {
    super(
      `${file} cannot be read as a sandbox database. Remove it to start with the generated fleet, ` +
        "or import trips with `npm run sandbox:import -- FILE…`.",
      { cause },
    );
    this.name = "UnusableDatabaseError";
  }
}

/** One state of the database file, opened for reading, with a few connections that requests share. */
export class DatabaseSnapshot {
  readonly #waiting: ((connection: DuckDBConnection) => void)[] = [];
  #inUse = 0;
  #retired = false;

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly idle: DuckDBConnection[],
    /** End of the newest trip in epoch milliseconds; null when there is no trip. */
    readonly newestEndMs: number | null,
  ) {}

  /** @throws UnusableDatabaseError */
  static async open(file: string): Promise<DatabaseSnapshot> {
    // Apart, so that a missing package is not taken for a bad file.
    await loadDuckDB();
    try {
      return await DatabaseSnapshot.#connect(file);
    } catch (error) {
      throw new UnusableDatabaseError(file, error);
    }
  }

  static async #connect(file: string): Promise<DatabaseSnapshot> {
    const instance = await openForReading(file);
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => instance.connect()),
    );
    const [first] = connections;
    if (first === undefined) throw new Error("A snapshot needs a connection");
    const { newest } = await queryRow<{ newest: number | null }>(
      first,
      "SELECT epoch_ms(newest_end)::DOUBLE AS newest FROM totals",
    );
    return new DatabaseSnapshot(instance, connections, newest);
  }

  /** Lends a connection for one piece of work; more callers than connections wait in line. */
  async use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    this.#inUse++;
    const connection =
      this.idle.pop() ??
      (await new Promise<DuckDBConnection>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(connection);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(connection);
      else this.idle.push(connection);
      this.#inUse--;
      this.#closeWhenDone();
    }
  }

  /** Closes the snapshot as soon as the work under way is done. */
  retire(): void {
    this.#retired = true;
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (!this.#retired || this.#inUse > 0) return;
    for (const connection of this.idle.splice(0)) connection.closeSync();
    this.instance.closeSync();
  }
}
