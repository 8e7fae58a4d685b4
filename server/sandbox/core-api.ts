import type { z } from "zod";
import type { userCharts } from "../upstream/contracts/dashboard.server";
import { dailyTrips, metrics, monthlyUsers, totalUsers, weeklyUsers } from "./figures";
import { envelope, failedEnvelope, type Handler, type Routes } from "./http-server";
import type { TripDatabase, TripReading } from "./trip-database";
import { availableFilters, listQuery, listTrips, searchQuery, searchTrips } from "./trip-list";

type UserChart = (typeof userCharts)[keyof typeof userCharts];

/** The core API for the sandbox's database. */
export function coreRoutes(database: TripDatabase) {
  const answer =
    (query: (reading: TripReading, url: string) => Promise<unknown>): Handler =>
    async ({ url }) =>
      envelope(await database.read((reading) => query(reading, url)));

  return {
    "GET /api/core/dashboard/metrics": answer(metrics),
    "GET /api/core/dashboard/users/total": answer(totalUsers),
    "GET /api/core/dashboard/users/monthly": answer(monthlyUsers),
    "GET /api/core/dashboard/users/weekly": answer(weeklyUsers),
    "GET /api/core/dashboard/users/daily": answer(dailyTrips),
    "GET /api/core/filters/available": answer(availableFilters),
    "GET /api/core/trips": answer((from, url) => listTrips(from, parsed(listQuery, url))),
    "GET /api/core/trips/search": answer((from, url) =>
      searchTrips(from, parsed(searchQuery, url)),
    ),
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
