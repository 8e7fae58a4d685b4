import { z } from "zod";
import {
  chartAnswerSchema,
  forEachChart,
  metricsSchema,
  userCharts,
  type Chart,
  type ChartName,
  type Metrics,
} from "./contracts/dashboard.server";
import {
  tripFiltersSchema,
  tripListSchema,
  tripPage,
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
    const page = tripPage(await read(tripsAnswer, path, query, isFirstView), asked);
    if (page === null) throw notUnderstood();
    return page;
  }

  return {
    metrics: () => read(metricsAnswer, "/dashboard/metrics"),
    ...forEachChart((name) => () => read(chartAnswers[name], userCharts[name].path)),
    trips: ({ page, limit, date, country }) => {
      // Who opens the tab sees it, whatever others look for.
      const isFirstView = page === 1 && !date && !country;
      return readTrips("/trips", { page, limit }, { page, limit, date, country }, isFirstView);
    },
    searchTrips: ({ q, page, limit }) =>
      readTrips("/trips/search", { page, limit }, { q, type: "all", page, limit }),
    filters: () => read(filtersAnswer, "/filters/available"),
  };
}

// Compiled: the parser that the schema builds as it goes keeps every answer alive until a full collection.
const dataOf = <T>(schema: z.ZodType<T>) =>
  z.compile(z.object({ data: schema }).transform(({ data }) => data));

const metricsAnswer = dataOf(metricsSchema);
const tripsAnswer = dataOf(tripListSchema);
const filtersAnswer = dataOf(tripFiltersSchema);
const chartAnswers = forEachChart((name) => z.compile(chartAnswerSchema(userCharts[name])));

const envelope = z.compile(z.object({ success: z.boolean() }));

/**
 * Opens the envelope `{success, data, error}` and reads what is in it.
 *
 * @throws UpstreamError `refused` on `success: false`, with the response's error; `invalid` when it does not fit
 */
function readAnswer<T>(answerSchema: z.ZodType<T>, body: unknown): T {
  const opened = envelope.safeParse(body);
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
