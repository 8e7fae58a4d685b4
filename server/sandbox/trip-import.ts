import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { buildDatabase } from "./new-database";
import { PlainError } from "./plain-error";
import {
  MAX_LINE_LENGTH,
  readTripRow,
  TRIP_HEADER,
  type RejectReason,
  type TripRecord,
} from "./trip-row";

/** What an import did. */
export interface ImportSummary {
  /** Rows, without headers and empty lines. */
  read: number;
  taken: number;
  rejected: number;
  reasons: ReadonlyMap<RejectReason, number>;
}

/** None of the rows is a trip. */
export class NoTripError extends PlainError {
  constructor(readonly summary: ImportSummary) {
    super("There is no trip in what was given; the old trips stay.");
  }
}

/**
 * Replaces the trips of a sandbox database by those of CSV files, once all files are read; a failed import changes nothing.
 *
 * @param files CSV or gzipped CSV with the header {@link TRIP_HEADER}; of trips with the same id the first wins
 * @param onProgress called with the bytes read so far and the bytes of all files together
 * @throws PlainError for a file that is missing, broken or no CSV of trips, and when DuckDB is not installed
 * @throws NoTripError when there is no trip in any
 */
export async function importTrips(
  files: readonly string[],
  databaseFile: string,
  onProgress: (bytesRead: number, bytesInAll: number) => void = () => {},
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
        yield batch.flatMap((row) => {
          const trip = readTripRow(row);
          if (typeof trip !== "string") return [trip];
          reject(trip, 1);
          return [];
        });
      }
      bytesBefore += sizes[index] ?? 0;
    }
  }

  const database = await buildDatabase(databaseFile, "imported", acceptedTrips());
  if (database.duplicates > 0) reject("duplicate trip id", database.duplicates);
  const summary = { read, taken: database.trips, rejected: read - database.trips, reasons };
  if (summary.taken === 0) {
    await database.discard();
    throw new NoTripError(summary);
  }
  await database.replace();
  return summary;
}

async function fileSize(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    throw new PlainError(`${file}: ${fileProblem(error)}`, error);
  });
  if (!stats.isFile()) throw new PlainError(`${file}: is not a file`);
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
    if (error instanceof PlainError) throw error;
    throw new PlainError(`${file}: ${fileProblem(error)}`, error);
  }
  if (!headerSeen) checkHeader(file, "");
}

function checkHeader(file: string, line = ""): void {
  if (line === TRIP_HEADER) return;
  const found = line === "" ? "it is empty" : `it is ${JSON.stringify(line.slice(0, 120))}`;
  throw new PlainError(`${file}: the first line should be "${TRIP_HEADER}", but ${found}`);
}

/**
 * Reads a UTF-8 text file, gzipped or not (told by its first bytes, not by its name), in constant memory.
 * Bytes that are no UTF-8 come out as U+FFFD; a byte order mark is left out. A line that is longer than
 * {@link MAX_LINE_LENGTH} comes out cut, yet longer than that.
 *
 * @param onBytesRead called now and then with how many bytes of the file (still gzipped) were read
 * @returns batches of lines without their line ends (`\n` or `\r\n`)
 * @throws the file system's or zlib's error
 */
async function* readLineBatches(
  file: string,
  onBytesRead: (bytes: number) => void,
): AsyncGenerator<string[]> {
  const gzipped = await isGzip(file);
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  // `pipeline` wants a callback; the error it gets reaches the loop below through the stream.
  const bytes = gzipped ? pipeline(source, createGunzip(), () => {}) : source;
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split("\n");
    pending = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH + 2);
    onBytesRead(source.bytesRead);
    yield lines.map(withoutCarriageReturn);
  }
  pending += decoder.decode();
  if (pending !== "") yield [withoutCarriageReturn(pending)];
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function fileProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "may not be read by this user";
  const message = error instanceof Error ? error.message : String(error);
  return code.startsWith("Z_") ? `broken gzip (${message})` : message;
}
