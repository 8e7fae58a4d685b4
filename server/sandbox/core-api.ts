import type { z } from "zod";
import type { userCharts } from "../upstream/contracts/dashboard.server";
import { dailyTrips, metrics, monthlyUsers, totalUsers, weeklyUsers } from "./figures";
import { envelope, failedEnvelope, type Handler, type Routes } from "./http-server";
import type { TripDatabase, TripReading } from "./trip-database";
import { availableFilters, listQuery, listTrips, searchQuery, searchTrips } from "./trip-list";

type UserChart = (typeof userCharts)[keyof typeof userCharts];

/** The core API for the sandbox's database. */
export function coreRoutes(database: TripDatabase) {
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
  } satisfies Routes & Record<`GET /api/core${UserChart["path"]}`, Handler>;
}

/** @throws a response that names the first parameter that is wrong */
function parsed<T>(schema: z.ZodType<T>, url: string): T {
  const stated = [...new URL(url).searchParams].filter(([, value]) => value !== "");
  const { data, error } = schema.safeParse(Object.fromEntries(stated));
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw failedEnvelope(400, `${issue?.path.join()}: ${issue?.message}`);
}
