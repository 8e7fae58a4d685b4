import type * as DuckDBModule from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from "@duckdb/node-api";
import { PlainError } from "./plain-error";

/** Values of a statement's named parameters. */
export type QueryValues = Record<string, DuckDBValue>;

/**
 * Loads DuckDB, which is an optional dependency and absent from a production install.
 *
 * @throws PlainError when the package is not installed or has no binary for this machine
 */
export async function loadDuckDB(): Promise<typeof DuckDBModule> {
  try {
    return await import("@duckdb/node-api");
  } catch (error) {
    throw new PlainError(
      "The sandbox needs the optional package @duckdb/node-api, which could not be loaded. " +
        "Run `npm ci --include=optional`, or set CORE_API_URL and AUTH_API_URL to do without the sandbox.",
      error,
    );
  }
}

/** Limits of DuckDB, because the sandbox must leave resources for the product on the same machine. */
const RESOURCES = { threads: "2", memory_limit: "256MB" };

/**
 * Opens a database file.
 *
 * @param options DuckDB's own settings by name
 */
export async function openDatabase(
  file: string,
  options: Record<string, string> = {},
): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await loadDuckDB();
  return DuckDBInstance.create(file, { ...RESOURCES, ...options });
}

/** Returns all rows of a statement with named parameters (`$name`). The caller declares the row type of its SELECT. */
export async function queryRows<Row>(
  connection: DuckDBConnection,
  sql: string,
  values: QueryValues = {},
): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql, values);
  // The driver knows column types only at run time.
  return reader.getRowObjectsJS() as Row[];
}

/** Like {@link queryRows}, for a statement that always returns exactly one row. @throws when there is none */
export async function queryRow<Row>(
  connection: DuckDBConnection,
  sql: string,
  values: QueryValues = {},
): Promise<Row> {
  const [row] = await queryRows<Row>(connection, sql, values);
  if (row === undefined) throw new Error(`No row from: ${sql}`);
  return row;
}
