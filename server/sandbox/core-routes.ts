import { tripListRequest, tripSearchRequest } from "./core-parameters";
import { dailyTrips, metrics, monthlyUsers, totalUsers, weeklyUsers } from "./figures";
import { envelope, type Handler, type Routes } from "./json-exchange";
import type { TripDatabase, TripReading } from "./trip-database";
import { availableFilters, listTrips, searchTrips } from "./trip-list";

/** The core API over the sandbox's database. */
export function coreRoutes(database: TripDatabase): Routes {
  const figure =
    (read: (reading: TripReading) => Promise<unknown>): Handler =>
    async () =>
      envelope(await database.read(read));

  return {
    "GET /api/core/dashboard/metrics": figure(metrics),
    "GET /api/core/dashboard/users/total": figure(totalUsers),
    "GET /api/core/dashboard/users/monthly": figure(monthlyUsers),
    "GET /api/core/dashboard/users/weekly": figure(weeklyUsers),
    "GET /api/core/dashboard/users/daily": figure(dailyTrips),
    "GET /api/core/filters/available": figure(({ connection }) => availableFilters(connection)),
    "GET /api/core/trips": async ({ query }) => {
      const request = tripListRequest(query);
      return envelope(await database.read(({ connection }) => listTrips(connection, request)));
    },
    "GET /api/core/trips/search": async ({ query }) => {
      const request = tripSearchRequest(query);
      return envelope(await database.read(({ connection }) => searchTrips(connection, request)));
    },
  };
}
