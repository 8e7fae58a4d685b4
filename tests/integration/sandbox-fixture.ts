import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createLogger } from "server/process/logger.server";
import { startSandbox } from "server/sandbox/sandbox-server";
import { importTrips } from "server/sandbox/trip-import";
import { TRIP_HEADER } from "server/sandbox/trip-row";

/** A folder with a database and files, and the running sandboxes that serve it. */
class SandboxFixture {
  folder = "";
  readonly #ends: (() => Promise<void>)[] = [];

  async begin(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  }

  get databaseFile(): string {
    return join(this.folder, "data", "trips.duckdb");
  }

  /** Writes a CSV file: the header, then these rows. */
  async csv(name: string, rows: readonly string[]): Promise<string> {
    return this.file(name, [TRIP_HEADER, ...rows, ""].join("\n"));
  }

  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  async serve(rows: readonly string[], clock: () => number = () => 0) {
    await importTrips([await this.csv("served.csv", rows)], this.databaseFile);
    return this.start(clock);
  }

  /** Serves the database. Resolves with the core API's base URL, for {@link ask}. */
  async start(clock: () => number = () => 0) {
    const sandbox = await startSandbox({
      databaseFile: this.databaseFile,
      logger: createLogger("silent"),
      port: 0,
      clock,
    });
    this.#ends.push(() => sandbox.close());
    return `http://127.0.0.1:${sandbox.port}/api/core`;
  }

  async remove(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Gives each test, or all tests of a file or group together, a folder of their own. */
export function useSandboxFixture(lives: "file" | "test"): SandboxFixture {
  const fixture = new SandboxFixture();
  const [before, after] = lives === "file" ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => fixture.begin());
  after(() => fixture.remove());
  return fixture;
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
  trips: {
    id: string;
    wallet: string | null;
    duration: number;
    distance: number | null;
    country: string | null;
  }[];
  pagination: { totalItems: number };
}
