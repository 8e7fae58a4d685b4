import { splitCsvFields } from "./csv-fields";
import { readIsoTime } from "./iso-time";
import { MAX_LINE_LENGTH } from "./text-lines";

/** A trip as it enters the sandbox, from a file or from the generator. Unknown is null. */
export interface TripRecord {
  id: string;
  /** Its wallet is derived from this one; without it the trip has no wallet. */
  vehicleId: string | null;
  /** Epoch milliseconds. */
  startMs: number;
  /** Epoch milliseconds, never before the start. */
  endMs: number;
  distanceKm: number | null;
  /** Points recorded on the way, shown as beats. */
  points: number | null;
  country: string | null;
}

/** The header that an import file must have. */
export const TRIP_HEADER = "trip_id,vehicle_id,start_time,end_time,distance_km,points,country";

const COLUMNS = TRIP_HEADER.split(",").length;

/** Why a row is no trip, in the words of the import's summary. */
export type RejectReason =
  | "row too long"
  | "unreadable text"
  | "too few columns"
  | "too many columns"
  | "no trip id"
  | "unreadable time"
  | "ends before it starts"
  | "unreadable distance"
  | "negative distance"
  | "unreadable points"
  | "negative points"
  | "duplicate trip id";

/** Control characters, and what stands in for bytes that are no UTF-8. */
const UNREADABLE = /[\u0000-\u001f\u007f\ufffd]/;

/**
 * Reads one row of an import file. Nothing is repaired: a row that cannot be a trip is refused for
 * the first reason that applies.
 *
 * @param line the row without its line end
 */
export function readTripRow(line: string): TripRecord | RejectReason {
  if (line.length > MAX_LINE_LENGTH) return "row too long";
  if (UNREADABLE.test(line)) return "unreadable text";
  const fields = splitCsvFields(line);
  if (fields === null) return "unreadable text";
  if (fields.length < COLUMNS) return "too few columns";
  if (fields.length > COLUMNS) return "too many columns";

  const [id = "", vehicle = "", start = "", end = "", distance = "", points = "", country = ""] =
    fields;
  if (isBlank(id)) return "no trip id";
  const startMs = readIsoTime(start);
  const endMs = readIsoTime(end);
  if (startMs === null || endMs === null) return "unreadable time";
  if (endMs < startMs) return "ends before it starts";
  const distanceKm = readAmount(distance);
  if (distanceKm === "unreadable") return "unreadable distance";
  if (distanceKm !== null && distanceKm < 0) return "negative distance";
  const pointCount = readAmount(points);
  if (pointCount === "unreadable") return "unreadable points";
  if (pointCount !== null && pointCount < 0) return "negative points";

  return {
    id,
    vehicleId: isBlank(vehicle) ? null : vehicle,
    startMs,
    endMs,
    distanceKm,
    points: pointCount,
    country: isBlank(country) ? null : country,
  };
}

function isBlank(text: string): boolean {
  return text === "" || text.trim() === "";
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** A decimal number; null when the field is empty, that is unknown. */
function readAmount(text: string): number | null | "unreadable" {
  if (isBlank(text)) return null;
  const amount = DECIMAL.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(amount) ? amount : "unreadable";
}
