import { z } from "zod";
import { parsed } from "./answer.server";
import { chartAnswer, forEachChart, metricsAnswer, userCharts } from "./contracts/dashboard.server";
import {
  PAGE_SIZE,
  tripFiltersAnswer,
  tripPage,
  tripsAnswer,
  type TripListQuery,
  type TripPage,
  type TripSearchQuery,
} from "./contracts/trips.server";
import type { HttpClient, HttpRequest } from "./http-client.server";
import { invalidAnswer } from "./upstream-error.server";

export type CoreApi = ReturnType<typeof createCoreApi>;

/** The company's core API, over a client with its base URL. Calls reject only with an UpstreamError. */
export function createCoreApi(client: Pick<HttpClient, "get">) {
  const read = <T>(schema: z.ZodType<T>, path: string) =>
    client.get(path, {}, false, (json) => parsed(schema, json));

  function readTrips(
    path: string,
    query: NonNullable<HttpRequest["query"]> & { page: number; limit: number },
    isChosen: boolean,
  ): Promise<TripPage> {
    return client.get(path, query, isChosen, (json) => {
      const page = tripPage(parsed(answers.trips, json), query);
      if (page === null) throw invalidAnswer();
      return page;
    });
  }

  return {
    metrics: () => read(answers.metrics, "/dashboard/metrics"),
    ...forEachChart((name) => () => read(answers[name], userCharts[name].path)),
    trips({ page, limit, date, country }: TripListQuery) {
      // The first page without filters is the default view of the tab; exports ask for longer pages.
      const isDefault = page === 1 && limit <= PAGE_SIZE && !date && !country;
      const filters = { ...(date && { date }), ...(country && { country }) };
      return readTrips("/trips", { page, limit, ...filters }, !isDefault);
    },
    searchTrips: ({ q, page, limit }: TripSearchQuery) =>
      readTrips("/trips/search", { q, type: "all", page, limit }, true),
    filters: () => read(answers.filters, "/filters/available"),
  };
}

// The schemas are compiled: an uncompiled schema keeps every answer in memory until a full garbage collection.
const answers = {
  metrics: z.compile(metricsAnswer),
  ...forEachChart((name) => z.compile(chartAnswer(userCharts[name]))),
  trips: z.compile(tripsAnswer),
  filters: z.compile(tripFiltersAnswer),
};
