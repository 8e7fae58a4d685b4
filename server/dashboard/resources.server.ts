import { hash } from "node:crypto";
import type { z } from "zod";
import { chartShape, forEachChart, metricsShape } from "../upstream/contracts/dashboard.server";
import {
  PAGE_SIZE,
  tripFiltersShape,
  tripPageShape,
  type TripPage,
} from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import type { BeforeSend } from "../upstream/http-client.server";

const SECOND_MS = 1000;

/** A selection of trips: a page of the list, or a page of search results, which have no filters. */
export interface TripSelection {
  page: number;
  /** `YYYY-MM-DD` (UTC). */
  date?: string | undefined;
  country?: string | undefined;
  q?: string | undefined;
}

/**
 * The resources of the core API that the dashboard shows: for how many milliseconds an answer is fresh, its shape in
 * the cache, and its call. Events and metrics use the same names.
 */
export const resourceTable = {
  /** Totals grow with every trip, but nobody needs them to the second. */
  metrics: {
    freshMs: 60 * SECOND_MS,
    shape: metricsShape,
    ask: (api: CoreApi, beforeSend: BeforeSend) => api.metrics(beforeSend),
  },
  /** The user charts change at most hourly; they are refreshed together with the totals beside them. */
  ...forEachChart((name) => ({
    freshMs: 60 * SECOND_MS,
    shape: chartShape,
    ask: (api: CoreApi, beforeSend: BeforeSend) => api[name](beforeSend),
  })),
  /** Operators watch the list for trips that have just ended. Each page and filter has its own age. */
  trips: {
    freshMs: 30 * SECOND_MS,
    shape: tripPageShape,
    ask: (api: CoreApi, beforeSend: BeforeSend, selection: TripSelection) =>
      askForTrips(api, selection, PAGE_SIZE, beforeSend),
  },
  /** New countries are rare. */
  filters: {
    freshMs: 300 * SECOND_MS,
    shape: tripFiltersShape,
    ask: (api: CoreApi, beforeSend: BeforeSend) => api.filters(beforeSend),
  },
} as const;

export type DashboardResource = keyof typeof resourceTable;

export const resources = Object.keys(resourceTable) as DashboardResource[]; // the table has no other keys

/** The type of the answer of each resource. */
export type Answers = {
  [Name in DashboardResource]: z.infer<(typeof resourceTable)[Name]["shape"]>;
};

/** The schema of each resource's stored answers. */
export const storedShapes = Object.fromEntries(
  resources.map((name) => [name, resourceTable[name].shape]),
);

/** Reads a page of trips. @param limit trips on one page */
export function askForTrips(
  api: CoreApi,
  { q, page, date, country }: TripSelection,
  limit: number,
  beforeSend?: BeforeSend,
): Promise<TripPage> {
  return q
    ? api.searchTrips({ q, page, limit }, beforeSend)
    : api.trips({ page, limit, date, country }, beforeSend);
}

/** The first page of all trips, which holds the newest. */
export const FIRST_PAGE = { page: 1 } as const satisfies TripSelection;

/** Parameters that a visitor may have typed. The key of a selection with one of these contains only a hash. */
const TYPED_FIELDS = ["q", "country"] as const;

/**
 * The cache key of a page of trips, also used in notices and Redis: equal for equal selections, and of bounded length.
 */
export function tripsKey({ q, page, date, country }: TripSelection): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(q ? { q } : { date, country })) {
    if (value !== undefined) parameters.set(name, value);
  }
  const typedField = TYPED_FIELDS.find((name) => parameters.has(name));
  for (const [name, value] of Object.entries({ limit: PAGE_SIZE, page })) {
    parameters.set(name, String(value));
  }
  parameters.sort();
  const path = q ? "trips/search" : "trips";
  return `${path}?${typedField === undefined ? parameters : `${typedField}=${digest(String(parameters))}`}`;
}

/** Whether a key belongs to a selection that a visitor may have typed. */
export function isTyped(key: string): boolean {
  return TYPED_FIELDS.some((name) => key.includes(`?${name}=`));
}

/** A hash of at least 128 bits as text. */
function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}

/** Keys of the answers of the default views. Visitors' choices never evict or refuse these answers. */
export const defaultKeys: ReadonlySet<string> = new Set([
  ...resources.filter((name) => name !== "trips"),
  tripsKey(FIRST_PAGE),
]);
