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
import { envelope } from "./contracts/readings.server";
import {
  tripFiltersAnswer,
  tripPage,
  unreadTripsAnswer,
  type TripPage,
  type TripFilters,
  type TripListQuery,
  type TripSearchQuery,
} from "./contracts/trips.server";
import { API_REQUEST_FAILED, statedText } from "./upstream-text.server";
import type { HttpClient } from "./http-client.server";
import { notUnderstood } from "./http-attempt.server";
import { UpstreamError } from "./upstream-error.server";

/** The core API's calls over a client whose base is the core API's. */
export function createCoreApi(client: Pick<HttpClient, "get">): CoreApi {
  async function read<T>(
    answerSchema: z.ZodType<T>,
    path: string,
    query?: Parameters<HttpClient["get"]>[1],
    forEverybody = query === undefined,
  ): Promise<T> {
    return readAnswer(answerSchema, await client.get(path, query, forEverybody));
  }

  async function readTrips(
    path: string,
    asked: { page: number; limit: number },
    query: Parameters<HttpClient["get"]>[1],
    isFirstView = false,
  ): Promise<TripPage> {
    const page = tripPage(await read(answers.trips, path, query, isFirstView), asked);
    if (page === null) throw notUnderstood();
    return page;
  }

  return {
    metrics: () => read(answers.metrics, "/dashboard/metrics"),
    ...forEachChart((name) => () => read(answers.charts[name], userCharts[name].path)),
    trips: ({ page, limit, date, country }) => {
      // Who opens the tab sees it, whatever others look for.
      const isFirstView = page === 1 && !date && !country;
      return readTrips("/trips", { page, limit }, { page, limit, date, country }, isFirstView);
    },
    searchTrips: ({ q, page, limit }) =>
      readTrips("/trips/search", { page, limit }, { q, type: "all", page, limit }),
    filters: () => read(answers.filters, "/filters/available"),
  };
}

// Compiled: the parser that the schema builds as it goes keeps every answer alive until a full collection.
const answers = {
  envelope: z.compile(envelope),
  metrics: z.compile(metricsAnswer),
  charts: forEachChart((name) => z.compile(chartAnswer(userCharts[name]))),
  trips: z.compile(unreadTripsAnswer),
  filters: z.compile(tripFiltersAnswer),
};

/**
 * Opens the envelope `{success, data, error}` and reads what is in it.
 *
 * @throws UpstreamError `refused` on `success: false`, with the response's error; `invalid` when it does not fit
 */
function readAnswer<T>(answerSchema: z.ZodType<T>, body: unknown): T {
  const opened = answers.envelope.safeParse(body);
  if (!opened.success) throw notUnderstood(opened.error);
  if (!opened.data.success) {
    throw new UpstreamError("refused", statedText(body, ["error"]) ?? API_REQUEST_FAILED);
  }
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw notUnderstood(answer.error);
  return answer.data;
}

/** The company's core API: every call rejects with an UpstreamError and nothing else. */
export interface CoreApi extends Record<ChartName, () => Promise<Chart>> {
  metrics(): Promise<Metrics>;
  trips(query: TripListQuery): Promise<TripPage>;
  searchTrips(query: TripSearchQuery): Promise<TripPage>;
  filters(): Promise<TripFilters>;
}
