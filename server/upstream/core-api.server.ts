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
  type StatedTrips,
  type TripPage,
  type TripFilters,
  type TripListQuery,
  type TripSearchQuery,
} from "./contracts/trips.server";
import { API_REQUEST_FAILED, statedText } from "./upstream-text.server";
import type { HttpRequest } from "./http-attempt.server";
import type { BeforeSend, HttpClient } from "./http-client.server";
import { notUnderstood, UpstreamError } from "./upstream-error.server";

/**
 * The calls of the core API over a client with the core API's base.
 *
 * @param onUnusable called once for each answer with the names of its fields that are stated and cannot be used
 */
export function createCoreApi(
  client: Pick<HttpClient, "get">,
  onUnusable: (path: string, fields: readonly string[]) => void = () => undefined,
): CoreApi {
  /** @param understand makes the clean shape of what the schema has read; null when that is not possible */
  async function read<Stated, T>(
    answer: z.ZodType<Stated>,
    understand: (stated: Stated, onUnusable: OnUnusable) => T | null | Promise<T | null>,
    path: string,
    { query, forEverybody = query === undefined, beforeSend }: Asked,
  ): Promise<T> {
    const body = await client.get(path, query, forEverybody, beforeSend);
    const stated = readAnswer(answer, body);
    const unusable = new Set<string>();
    const understood = await understand(stated, (field) => unusable.add(field));
    if (unusable.size > 0) onUnusable(path, [...unusable]);
    if (understood === null) throw notUnderstood();
    return understood;
  }

  function readTrips(
    path: string,
    page: { page: number; limit: number },
    asked: Asked,
  ): Promise<TripPage> {
    const understand = (list: StatedTrips, onField: OnUnusable) => tripPage(list, page, onField);
    return read(answers.trips, understand, path, asked);
  }

  return {
    metrics: (beforeSend) => read(answers.metrics, metricsOf, "/dashboard/metrics", { beforeSend }),
    ...forEachChart((name) => (beforeSend) => {
      return read(answers.chart, charts[name], userCharts[name].path, { beforeSend });
    }),
    trips: ({ page, limit, date, country }, beforeSend) => {
      // Everybody who opens the tab sees the first page without filters.
      const forEverybody = page === 1 && !date && !country;
      const query = { page, limit, date, country };
      return readTrips("/trips", { page, limit }, { query, forEverybody, beforeSend });
    },
    searchTrips: ({ q, page, limit }, beforeSend) => {
      const query = { q, type: "all", page, limit };
      return readTrips("/trips/search", { page, limit }, { query, beforeSend });
    },
    filters: (beforeSend) =>
      read(answers.filters, tripFilters, "/filters/available", { beforeSend }),
  };
}

// Compiled, because a schema that is not keeps every answer in memory until a full garbage collection.
const answers = {
  envelope: z.compile(envelope),
  metrics: z.compile(unreadMetricsAnswer),
  chart: z.compile(unreadChartAnswer),
  trips: z.compile(unreadTripsAnswer),
  filters: z.compile(unreadTripFiltersAnswer),
};

const charts = forEachChart((name) => chartReader(userCharts[name]));

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

/** The company's core API: every call rejects with an UpstreamError, or as its `beforeSend` does, and nothing else. */
export interface CoreApi extends Record<ChartName, (beforeSend?: BeforeSend) => Promise<Chart>> {
  metrics(beforeSend?: BeforeSend): Promise<Metrics>;
  trips(query: TripListQuery, beforeSend?: BeforeSend): Promise<TripPage>;
  searchTrips(query: TripSearchQuery, beforeSend?: BeforeSend): Promise<TripPage>;
  filters(beforeSend?: BeforeSend): Promise<TripFilters>;
}

/** The query of a read, whether it is for everybody, and what is to be done before it is sent. */
interface Asked {
  query?: HttpRequest["query"];
  forEverybody?: boolean;
  beforeSend?: BeforeSend | undefined;
}
