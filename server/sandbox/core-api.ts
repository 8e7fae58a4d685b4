import { z } from "zod";
import { dailyTrips, metrics, monthlyUsers, totalUsers, weeklyUsers } from "./figures";
import { envelope, failedEnvelope, type Handler, type Routes } from "./http-server";
import type { TripDatabase, TripReading } from "./trip-database";
import { availableFilters, listTrips, searchTrips } from "./trip-list";

const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(12),
};

const listQuery = z.object({
  ...paging,
  date: z.iso.date().optional(),
  country: z.string().optional(),
});

const searchQuery = z.object({
  ...paging,
  q: z.string().min(1),
  type: z.literal("all").optional(),
});

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
    "GET /api/core/trips": ({ url }) => {
      const request = parsed(listQuery, url);
      return answerFrom(({ connection }) => listTrips(connection, request));
    },
    "GET /api/core/trips/search": ({ url }) => {
      const request = parsed(searchQuery, url);
      return answerFrom(({ connection }) => searchTrips(connection, request));
    },
  };
}

/** @throws a response that names the first parameter that is wrong */
function parsed<T>(schema: z.ZodType<T>, url: string): T {
  const stated = [...new URL(url).searchParams].filter(([, value]) => value !== "");
  const { data, error } = schema.safeParse(Object.fromEntries(stated));
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw failedEnvelope(400, `${issue?.path.join()}: ${issue?.message}`);
}
