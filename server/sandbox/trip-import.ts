import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { replaceDatabase, stageTrips } from "./new-database";
import { PlainError } from "./plain-error";
import { MAX_LINE_LENGTH, readTripRow, TRIP_HEADER, type TripRow } from "./trip-row";

/**
 * Replaces the trips of a sandbox database by those of CSV files, once all are read. An import that fails, or finds no
 * trip, changes nothing.
 *
 * @param files CSV or gzipped CSV with the header {@link TRIP_HEADER}; the first of trips with the same id is kept
 * @param onProgress called with the bytes read so far and the bytes of all files together
 * @returns the numbers of rows (without headers and empty lines) that were read, taken and rejected, and of each reason
 * @throws PlainError for a file that is missing, broken or not a CSV of trips, and when DuckDB is not installed
 */
export async function importTrips(
  files: readonly string[],
  databaseFile: string,
  onProgress: (bytesRead: number, bytesInAll: number) => void = () => {},
) {
  const sizes = await Promise.all(files.map(fileSize));
  const bytesInAll = sizes.reduce((sum, size) => sum + size, 0);
  const reasons = new Map<string, number>();
  const reject = (reason: string, count: number) =>
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  let read = 0;

  async function* acceptedTrips(): AsyncGenerator<TripRow[]> {
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

  const { trips: taken, duplicates } = await replaceDatabase(databaseFile, (connection) =>
    stageTrips(connection, acceptedTrips()),
  );
  if (duplicates > 0) reject("duplicate trip id", duplicates);
  return { read, taken, rejected: read - taken, reasons };
}

async function fileSize(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (!stats.isFile()) throw new PlainError(`${file}: is not a file`);
  return stats.size;
}

/** Reads batches of rows below the header, without empty lines. */
async function* readRows(file: string, onBytesRead: (bytes: number) => void) {
  let hasHeader = false;
  try {
    for await (const lines of readLineBatches(file, onBytesRead)) {
      if (lines.length === 0) continue;
      if (!hasHeader) {
        checkHeader(file, lines.shift());
        hasHeader = true;
      }
      yield lines.filter((line) => line !== "");
    }
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw unreadable(file, error);
  }
  if (!hasHeader) checkHeader(file, "");
}

function checkHeader(file: string, line = ""): void {
  if (line === TRIP_HEADER) return;
  const actual = line === "" ? "it is empty" : `it is ${JSON.stringify(line.slice(0, 120))}`;
  throw new PlainError(`${file}: the first line should be "${TRIP_HEADER}", but ${actual}`);
}

/**
 * Reads a UTF-8 text file, gzipped when its name ends with `.gz`, in constant memory.
 * Bytes that are not UTF-8 become U+FFFD; a byte order mark is dropped. A line longer than
 * {@link MAX_LINE_LENGTH} is cut, but stays longer than that.
 *
 * @param onBytesRead called repeatedly with the number of bytes of the file (still gzipped) read so far
 * @returns batches of lines without their line ends (`\n` or `\r\n`)
 * @throws the file system's or zlib's error
 */
async function* readLineBatches(
  file: string,
  onBytesRead: (bytes: number) => void,
): AsyncGenerator<string[]> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  // `pipeline` requires a callback. Its error reaches the loop below through the stream.
  const bytes = file.endsWith(".gz") ? pipeline(source, createGunzip(), () => {}) : source;
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

function unreadable(file: string, error: unknown): PlainError {
  const reason = error instanceof Error ? error.message : String(error);
  return new PlainError(`${file} cannot be read (${reason})`, error);
}
