import { RequestProblem } from "./json-exchange";
import { readIsoDay } from "./iso-time";
import type { TripListRequest, TripSearchRequest } from "./trip-list";

const DEFAULT_LIMIT = 12;
const MAX_LIMIT = 500;
const MAX_PAGE = 1_000_000_000;

/** @throws RequestProblem with status 400 that names the first bad parameter */
export function tripListRequest(query: URLSearchParams): TripListRequest {
  const date = optional(query, "date");
  const dayMs = date === undefined ? undefined : readIsoDay(date);
  if (dayMs === null) throw new RequestProblem(400, "date should be a day as YYYY-MM-DD");
  return { ...paging(query), dayMs, country: optional(query, "country") };
}

/** @throws RequestProblem with status 400 that names the first bad parameter */
export function tripSearchRequest(query: URLSearchParams): TripSearchRequest {
  const q = optional(query, "q");
  if (q === undefined) throw new RequestProblem(400, "q should be what to search for");
  if ((optional(query, "type") ?? "all") !== "all") {
    throw new RequestProblem(400, "type should be all");
  }
  return { ...paging(query), q };
}

function paging(query: URLSearchParams) {
  return {
    page: wholeNumber(query, "page", 1, MAX_PAGE),
    limit: wholeNumber(query, "limit", DEFAULT_LIMIT, MAX_LIMIT),
  };
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, max: number): number {
  const text = optional(query, name);
  if (text === undefined) return otherwise;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= max) return value;
  throw new RequestProblem(400, `${name} should be a whole number from 1 to ${max}`);
}

/** Its value; undefined when it is missing or empty. */
function optional(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw new RequestProblem(400, `${name} is given more than once`);
  return values[0] || undefined;
}
