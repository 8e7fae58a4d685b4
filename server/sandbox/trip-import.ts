import { stat } from "node:fs/promises";
import { buildDatabase } from "./new-database";
import { readLineBatches } from "./text-lines";
import type { TripRecord } from "./trip-row";
import { readTripRow, TRIP_HEADER, type RejectReason } from "./trip-row";

/** What an import did. */
export interface ImportSummary {
  /** Rows, without headers and empty lines. */
  read: number;
  taken: number;
  rejected: number;
  reasons: ReadonlyMap<RejectReason, number>;
}

/** A file that cannot be imported, in words for the person who named it. */
export class ImportError extends Error {
  constructor(
    message: string,
    readonly summary?: ImportSummary,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "ImportError";
  }
}

/** Called with the bytes read so far and the bytes of all files together. */
export type ImportProgress = (bytesRead: number, bytesInAll: number) => void;

/**
 * Replaces the trips of a sandbox database by those of CSV files. The old trips
 * stay as they were until all files are read, and for good when the import fails.
 *
 * @param files CSV or gzipped CSV with the header {@link TRIP_HEADER}; of trips with the same id the first wins
 * @throws ImportError for a file that is missing, broken or no CSV of trips, or when there is no trip in any
 * @throws DuckDBMissingError when the database's package is not installed
 */
export async function importTrips(
  files: readonly string[],
  databaseFile: string,
  onProgress: ImportProgress = () => {},
): Promise<ImportSummary> {
  const sizes = await Promise.all(files.map(fileSize));
  const bytesInAll = sizes.reduce((sum, size) => sum + size, 0);
  const reasons = new Map<RejectReason, number>();
  const reject = (reason: RejectReason, count: number) =>
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  let read = 0;

  async function* acceptedTrips(): AsyncGenerator<TripRecord[]> {
    let bytesBefore = 0;
    for (const [index, file] of files.entries()) {
      const rows = readRows(file, (bytes) => onProgress(bytesBefore + bytes, bytesInAll));
      for await (const batch of rows) {
        read += batch.length;
        const trips: TripRecord[] = [];
        for (const row of batch) {
          const trip = readTripRow(row);
          if (typeof trip === "string") reject(trip, 1);
          else trips.push(trip);
        }
        yield trips;
      }
      bytesBefore += sizes[index] ?? 0;
    }
  }

  const database = await buildDatabase(databaseFile, "imported", acceptedTrips());
  if (database.duplicates > 0) reject("duplicate trip id", database.duplicates);
  const summary = { read, taken: database.trips, rejected: read - database.trips, reasons };
  if (summary.taken === 0) {
    await database.discard();
    throw new ImportError("There is no trip in what was given; the old trips stay.", summary);
  }
  await database.replace();
  return summary;
}

async function fileSize(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    throw new ImportError(`${file}: ${fileProblem(error)}`, undefined, error);
  });
  if (!stats.isFile()) throw new ImportError(`${file}: is not a file`);
  return stats.size;
}

/** Batches of rows below the header, without empty lines. */
async function* readRows(file: string, onBytesRead: (bytes: number) => void) {
  let headerSeen = false;
  try {
    for await (const lines of readLineBatches(file, onBytesRead)) {
      if (lines.length === 0) continue;
      if (!headerSeen) {
        checkHeader(file, lines.shift());
        headerSeen = true;
      }
      yield lines.filter((line) => line !== "");
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file}: ${fileProblem(error)}`, undefined, error);
  }
  if (!headerSeen) checkHeader(file, "");
}

function checkHeader(file: string, line = ""): void {
  if (line === TRIP_HEADER) return;
  const found = line === "" ? "it is empty" : `it is ${JSON.stringify(line.slice(0, 120))}`;
  throw new ImportError(`${file}: the first line should be "${TRIP_HEADER}", but ${found}`);
}

function fileProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "may not be read by this user";
  const message = error instanceof Error ? error.message : String(error);
  return code.startsWith("Z_") ? `broken gzip (${message})` : message;
}
