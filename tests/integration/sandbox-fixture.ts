import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createLogger } from "server/process/logger.server";
import { startSandbox } from "server/sandbox/sandbox-server";
import { importTrips } from "server/sandbox/trip-import";
import { TRIP_HEADER } from "server/sandbox/trip-row";

const logger = createLogger("silent");

/**
 * A folder with a database and files, and the running sandboxes that serve it.
 *
 * @param atEnd registers what removes both: `afterAll`; by default it is the end of the running test
 */
export function sandboxFixture(atEnd: (end: () => Promise<void>) => void = onTestFinished) {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-test-"));
  const databaseFile = join(folder, "data", "trips.duckdb");
  const running: { close: () => Promise<void> }[] = [];
  atEnd(async () => {
    for (const sandbox of running) await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  /** Writes a CSV file: the header, then these rows. */
  const csv = (name: string, rows: readonly string[]) =>
    file(name, [TRIP_HEADER, ...rows, ""].join("\n"));
  /** Serves the database. Resolves with the core API's base URL, for {@link ask}. */
  const start = async (clock: () => number = () => 0) => {
    const sandbox = await startSandbox({ databaseFile, logger, port: 0, clock });
    running.push(sandbox);
    return `http://127.0.0.1:${sandbox.port}/api/core`;
  };
  /** Imports rows and serves them. */
  const serve = async (rows: readonly string[], clock?: () => number) => {
    await importTrips([csv("served.csv", rows)], databaseFile);
    return start(clock);
  };
  return { folder, databaseFile, file, csv, start, serve };
}

/** Fetches a URL and resolves with the data of a successful answer. @throws Error on a failure answer */
export async function ask<Data>(url: string): Promise<Data> {
  const response = await fetch(url);
  // Each test names the type that it then checks.
  const answer = (await response.json()) as { success: boolean; data: Data; error?: string };
  if (!answer.success) throw new Error(`${response.status} ${answer.error}`);
  return answer.data;
}

/** The fields of a page of trips that tests access by name. */
export interface TripsData {
  trips: { id: string; wallet: string | null; country: string | null }[];
  pagination: { totalItems: number };
}
