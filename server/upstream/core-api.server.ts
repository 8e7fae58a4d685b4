import { z } from "zod";
import {
  chartAnswer,
  forEachChart,
  metricsAnswer,
  userCharts,
  type Chart,
  type ChartName,
  type Metrics,
} from "./contracts/dashboard.server";
import {
  PAGE_SIZE,
  tripFiltersAnswer,
  tripPage,
  tripsAnswer,
  type TripFilters,
  type TripListQuery,
  type TripPage,
  type TripSearchQuery,
} from "./contracts/trips.server";
import type { HttpClient, HttpRequest } from "./http-client.server";
import { invalidAnswerError, UpstreamError } from "./upstream-error.server";
import { API_REQUEST_FAILED, textFromBody } from "./upstream-text.server";

/** The company's core API. Calls reject only with an UpstreamError. */
export interface CoreApi extends Record<ChartName, () => Promise<Chart>> {
  metrics(): Promise<Metrics>;
  trips(query: TripListQuery): Promise<TripPage>;
  searchTrips(query: TripSearchQuery): Promise<TripPage>;
  filters(): Promise<TripFilters>;
}

/** Creates the calls of the core API over a client with the core API's base URL. */
export function createCoreApi(client: Pick<HttpClient, "get">): CoreApi {
  async function read<T>(
    answer: z.ZodType<T>,
    path: string,
    query?: HttpRequest["query"],
    isChosen = false,
  ): Promise<T> {
    return readAnswer(answer, await client.get(path, query, isChosen));
  }

  async function readTrips(
    path: string,
    query: NonNullable<HttpRequest["query"]> & { page: number; limit: number },
    isChosen: boolean,
  ): Promise<TripPage> {
    const page = tripPage(await read(answers.trips, path, query, isChosen), query);
    if (page === null) throw invalidAnswerError();
    return page;
  }

  return {
    metrics: () => read(answers.metrics, "/dashboard/metrics"),
    ...forEachChart((name) => () => read(answers[name], userCharts[name].path)),
    trips({ page, limit, date, country }) {
      // The first page without filters is the default view of the tab; exports ask for longer pages.
      const isDefault = page === 1 && limit <= PAGE_SIZE && !date && !country;
      return readTrips("/trips", { page, limit, date, country }, !isDefault);
    },
    searchTrips: ({ q, page, limit }) =>
      readTrips("/trips/search", { q, type: "all", page, limit }, true),
    filters: () => read(answers.filters, "/filters/available"),
  };
}

// The schemas are compiled: an uncompiled schema keeps every answer in memory until a full garbage collection.
const answers = {
  envelope: z.compile(z.object({ success: z.boolean() })),
  metrics: z.compile(metricsAnswer),
  ...forEachChart((name) => z.compile(chartAnswer(userCharts[name]))),
  trips: z.compile(tripsAnswer),
  filters: z.compile(tripFiltersAnswer),
};

/**
 * Checks the envelope `{success, data, error}` and parses the answer.
 *
 * @throws UpstreamError `refused` on `success: false`, with the response's error; `invalid` when a schema does not fit
 */
function readAnswer<T>(schema: z.ZodType<T>, body: unknown): T {
  const envelope = answers.envelope.safeParse(body);
  if (!envelope.success) throw invalidAnswerError(envelope.error);
  if (!envelope.data.success) {
    throw new UpstreamError("refused", textFromBody(body, ["error"]) ?? API_REQUEST_FAILED);
  }
  const answer = schema.safeParse(body);
  if (!answer.success) throw invalidAnswerError(answer.error);
  return answer.data;
}
