import { isoTime } from "../upstream/contracts/fields.server";

/** A trip of an import file. Unknown values are null; without a vehicle the trip has no wallet. Points are shown as beats. */
export type TripRow = [
  id: string,
  vehicleId: string | null,
  startMs: number,
  endMs: number,
  distanceKm: number | null,
  points: number | null,
  country: string | null,
];

/** The header that an import file must have. */
export const TRIP_HEADER = "trip_id,vehicle_id,start_time,end_time,distance_km,points,country";

const COLUMNS = TRIP_HEADER.split(",").length;

/** Longest row that is read, in UTF-16 units. */
export const MAX_LINE_LENGTH = 65_536;

/** Control characters, and U+FFFD, which replaces bytes that are not UTF-8. */
const UNREADABLE = /[\u0000-\u001f\u007f\ufffd]/;

/**
 * Parses one row of an import file. Nothing is repaired: a row that is not a trip is rejected for
 * the first reason that applies.
 *
 * @param line the row without its line end
 * @returns the trip, or why the row is none, as the import's summary prints it
 */
export function readTripRow(line: string): TripRow | string {
  if (line.length > MAX_LINE_LENGTH) return "row too long";
  if (UNREADABLE.test(line)) return "unreadable text";
  const fields = splitCsvFields(line);
  if (fields === null) return "unreadable text";
  if (fields.length < COLUMNS) return "too few columns";
  if (fields.length > COLUMNS) return "too many columns";

  const [id = null, vehicleId = null, start, end, distance = null, points = null, country = null] =
    fields.map((field) => (field.trim() === "" ? null : field));
  if (id === null) return "no trip id";
  const startMs = readTime(start);
  const endMs = readTime(end);
  if (startMs === null || endMs === null) return "unreadable time";
  if (endMs < startMs) return "ends before it starts";
  const distanceKm = readAmount(distance, "distance");
  if (typeof distanceKm === "string") return distanceKm;
  const pointCount = readAmount(points, "points");
  if (typeof pointCount === "string") return pointCount;
  return [id, vehicleId, startMs, endMs, distanceKm, pointCount, country];
}

/** One field, quoted or not, up to the next comma or the end of the line. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/**
 * Splits one line of CSV (RFC 4180) into fields. A quoted field may hold commas and doubled quotes
 * but no line break, so that one stray quote can never swallow the rows after it.
 *
 * @returns the fields without their quotes; null when the quotes are unbalanced
 */
export function splitCsvFields(line: string): string[] | null {
  if (!line.includes('"')) return line.split(",");
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (;;) {
    const match = FIELD.exec(line);
    if (match === null) return null;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "") return fields;
  }
}

/** Parses a day with a time of day. Returns null for any other text, such as a day alone. */
function readTime(text: string | null = null): number | null {
  const trimmed = text?.trim() ?? "";
  const time = trimmed.length > "2019-06-01".length ? isoTime(trimmed) : null;
  return Number.isNaN(time) ? null : time;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** Parses a decimal number. Returns null for an empty field (unknown), and a reason for an invalid one. */
function readAmount(text: string | null, name: string): number | null | string {
  if (text === null) return null;
  const amount = DECIMAL.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isFinite(amount)) return `unreadable ${name}`;
  return amount < 0 ? `negative ${name}` : amount;
}
