import { z } from "zod";
import {
  chartReader,
  forEachChart,
  metricsOf,
  unreadChartAnswer,
  unreadMetricsAnswer,
  userCharts,
  type Chart,
  type ChartName,
  type Metrics,
} from "./contracts/dashboard.server";
import { envelope, type OnUnusable } from "./contracts/readings.server";
import { tripPage } from "./contracts/trip-page.server";
import {
  tripFilters,
  unreadTripFiltersAnswer,
  unreadTripsAnswer,
  type RawTrips,
  type TripPage,
  type TripFilters,
  type TripListQuery,
  type TripSearchQuery,
} from "./contracts/trips.server";
import { API_REQUEST_FAILED, textFromBody } from "./upstream-text.server";
import type { HttpRequest } from "./http-attempt.server";
import type { HttpClient } from "./http-client.server";
import { invalidAnswerError, UpstreamError } from "./upstream-error.server";

/**
 * Creates the calls of the core API over a client with the core API's base URL.
 *
 * @param onUnusable called once for each answer that has unusable fields, with their names
 */
export function createCoreApi(
  client: Pick<HttpClient, "get">,
  onUnusable: (path: string, fields: readonly string[]) => void = () => undefined,
): CoreApi {
  /** @param convert converts the schema's output to the clean shape; null when that is impossible */
  async function read<Stated, T>(
    answer: z.ZodType<Stated>,
    convert: (stated: Stated, onUnusable: OnUnusable) => T | null | Promise<T | null>,
    path: string,
    { query, forEverybody = query === undefined }: ReadOptions = {},
  ): Promise<T> {
    const body = await client.get(path, query, forEverybody);
    const parsed = readAnswer(answer, body);
    const unusable = new Set<string>();
    const result = await convert(parsed, (field) => unusable.add(field));
    if (unusable.size > 0) onUnusable(path, [...unusable]);
    if (result === null) throw invalidAnswerError();
    return result;
  }

  function readTrips(
    path: string,
    page: { page: number; limit: number },
    options: ReadOptions,
  ): Promise<TripPage> {
    const convert = (list: RawTrips, onField: OnUnusable) => tripPage(list, page, onField);
    return read(answers.trips, convert, path, options);
  }

  return {
    metrics: () => read(answers.metrics, metricsOf, "/dashboard/metrics"),
    ...forEachChart((name) => () => read(answers.chart, charts[name], userCharts[name].path)),
    trips: ({ page, limit, date, country }) => {
      // The first page without filters is the default view of the tab.
      const forEverybody = page === 1 && !date && !country;
      const query = { page, limit, date, country };
      return readTrips("/trips", { page, limit }, { query, forEverybody });
    },
    searchTrips: ({ q, page, limit }) => {
      const query = { q, type: "all", page, limit };
      return readTrips("/trips/search", { page, limit }, { query });
    },
    filters: () => read(answers.filters, tripFilters, "/filters/available"),
  };
}

// The schemas are compiled: an uncompiled schema keeps every answer in memory until a full garbage collection.
const answers = {
  envelope: z.compile(envelope),
  metrics: z.compile(unreadMetricsAnswer),
  chart: z.compile(unreadChartAnswer),
  trips: z.compile(unreadTripsAnswer),
  filters: z.compile(unreadTripFiltersAnswer),
};

const charts = forEachChart((name) => chartReader(userCharts[name]));

/**
 * Checks the envelope `{success, data, error}` and parses the answer.
 *
 * @throws UpstreamError `refused` on `success: false`, with the response's error; `invalid` when a schema does not fit
 */
function readAnswer<T>(answerSchema: z.ZodType<T>, body: unknown): T {
  const parsed = answers.envelope.safeParse(body);
  if (!parsed.success) throw invalidAnswerError(parsed.error);
  if (!parsed.data.success) {
    throw new UpstreamError("refused", textFromBody(body, ["error"]) ?? API_REQUEST_FAILED);
  }
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw invalidAnswerError(answer.error);
  return answer.data;
}

/** The company's core API. Calls reject only with an UpstreamError. */
export interface CoreApi extends Record<ChartName, () => Promise<Chart>> {
  metrics(): Promise<Metrics>;
  trips(query: TripListQuery): Promise<TripPage>;
  searchTrips(query: TripSearchQuery): Promise<TripPage>;
  filters(): Promise<TripFilters>;
}

/** The query of a read, and whether all visitors see the answer. */
interface ReadOptions {
  query?: HttpRequest["query"];
  forEverybody?: boolean;
}
