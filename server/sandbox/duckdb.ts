import type * as DuckDBModule from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from "@duckdb/node-api";
import { PlainError } from "./plain-error";

/** Values of a statement's named parameters. */
export type QueryValues = Record<string, DuckDBValue>;

/**
 * Loads the database, which is an optional dependency and absent from a production install.
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

/** Two threads and a quarter of a gigabyte: a stand-in must leave room for the product beside it. */
const RESOURCES = { threads: "2", memory_limit: "256MB" };

/**
 * Opens a database file.
 *
 * @param options DuckDB's own settings by name
 */
export async function openDatabase(
  file: string,
  options: Record<string, string>,
): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await loadDuckDB();
  return DuckDBInstance.create(file, { ...RESOURCES, ...options });
}

/** All rows of a statement with named parameters (`$name`). The caller states their type, which its SELECT decides. */
export async function queryRows<Row>(
  connection: DuckDBConnection,
  sql: string,
  values: QueryValues = {},
): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql, values);
  // The driver knows column types only at run time.
  return reader.getRowObjectsJS() as Row[];
}

/** As {@link queryRows}, for a statement that always has exactly one row. */
export async function queryRow<Row>(
  connection: DuckDBConnection,
  sql: string,
  values: QueryValues = {},
): Promise<Row> {
  const [row] = await queryRows<Row>(connection, sql, values);
  if (row === undefined) throw new Error(`No row from: ${sql}`);
  return row;
}
