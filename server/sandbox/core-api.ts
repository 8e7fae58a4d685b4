import { isCalendarDay } from "~/lib/format-date";
import { dailyTrips, metrics, monthlyUsers, totalUsers, weeklyUsers } from "./figures";
import { envelope, RequestProblem, type Handler, type Routes } from "./http-server";
import type { TripDatabase, TripReading } from "./trip-database";
import { availableFilters, listTrips, searchTrips } from "./trip-list";

const DEFAULT_LIMIT = 12;
const MAX_LIMIT = 500;
const MAX_PAGE = 1_000_000_000;

/** The core API for the sandbox's database. */
export function coreRoutes(database: TripDatabase): Routes {
  const answerFrom = async (read: (reading: TripReading) => Promise<unknown>) =>
    envelope(await database.read(read));
  const figure =
    (read: (reading: TripReading) => Promise<unknown>): Handler =>
    () =>
      answerFrom(read);

  return {
    "GET /api/core/dashboard/metrics": figure(metrics),
    "GET /api/core/dashboard/users/total": figure(totalUsers),
    "GET /api/core/dashboard/users/monthly": figure(monthlyUsers),
    "GET /api/core/dashboard/users/weekly": figure(weeklyUsers),
    "GET /api/core/dashboard/users/daily": figure(dailyTrips),
    "GET /api/core/filters/available": figure(({ connection }) => availableFilters(connection)),
    "GET /api/core/trips": ({ query }) => {
      const date = optional(query, "date");
      if (date !== undefined && !isCalendarDay(date)) {
        throw new RequestProblem(400, "date should be a day as YYYY-MM-DD");
      }
      const dayMs = date === undefined ? undefined : Date.parse(date);
      const request = { ...paging(query), dayMs, country: optional(query, "country") };
      return answerFrom(({ connection }) => listTrips(connection, request));
    },
    "GET /api/core/trips/search": ({ query }) => {
      const q = optional(query, "q");
      if (q === undefined) throw new RequestProblem(400, "q should be what to search for");
      if ((optional(query, "type") ?? "all") !== "all") {
        throw new RequestProblem(400, "type should be all");
      }
      const request = { ...paging(query), q };
      return answerFrom(({ connection }) => searchTrips(connection, request));
    },
  };
}

function paging(query: URLSearchParams) {
  return {
    page: wholeNumber(query, "page", 1, MAX_PAGE),
    limit: wholeNumber(query, "limit", DEFAULT_LIMIT, MAX_LIMIT),
  };
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = optional(query, name);
  if (text === undefined) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= max) return value;
  throw new RequestProblem(400, `${name} should be a whole number from 1 to ${max}`);
}

/** The value of a parameter; undefined when it is missing or empty. @throws RequestProblem when it is repeated */
function optional(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw new RequestProblem(400, `${name} is given more than once`);
  return values[0] || undefined;
}
