import { hash } from "node:crypto";
import type { z } from "zod";
import type { LastError } from "../cache/answer-store.server";
import type { CachedKey } from "../cache/stale-while-revalidate.server";
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

/** Which trips of all: a page of a list, or of what a search finds, which has no filters. */
export interface TripSelection {
  page: number;
  /** `YYYY-MM-DD` (UTC). */
  date?: string | undefined;
  country?: string | undefined;
  q?: string | undefined;
}

/**
 * What the dashboard shows of the core API: for how many milliseconds an answer is fresh, its shape as the cache stores
 * it, and the call. The names are also those of events and metrics.
 */
export const resourceTable = {
  /** Totals grow with every trip, but nobody steers by the second. */
  metrics: {
    freshMs: 60 * SECOND_MS,
    shape: metricsShape,
    ask: (api: CoreApi, beforeSend: BeforeSend) => api.metrics(beforeSend),
  },
  /** The user charts move by the hour at most; they keep pace with the totals they stand beside. */
  ...forEachChart((name) => ({
    freshMs: 60 * SECOND_MS,
    shape: chartShape,
    ask: (api: CoreApi, beforeSend: BeforeSend) => api[name](beforeSend),
  })),
  /** Operators watch the list for the trip that has just ended; each page and filter ages on its own. */
  trips: {
    freshMs: 30 * SECOND_MS,
    shape: tripPageShape,
    ask: (api: CoreApi, beforeSend: BeforeSend, selection: TripSelection) =>
      askForTrips(api, selection, PAGE_SIZE, beforeSend),
  },
  /** A new country is rare. */
  filters: {
    freshMs: 300 * SECOND_MS,
    shape: tripFiltersShape,
    ask: (api: CoreApi, beforeSend: BeforeSend) => api.filters(beforeSend),
  },
} as const;

export type DashboardResource = keyof typeof resourceTable;

export const resources = Object.keys(resourceTable) as DashboardResource[]; // the table has no other keys

/** What is answered, by resource. */
export type Answers = {
  [Name in DashboardResource]: z.infer<(typeof resourceTable)[Name]["shape"]>;
};

/** The shapes in which answers are stored. */
export const storedShapes = Object.fromEntries(
  resources.map((name) => [name, resourceTable[name].shape]),
);

/** @param limit trips on one page */
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

/** The newest trips of all. */
export const FIRST_PAGE = { page: 1 } as const satisfies TripSelection;

/** What a person may have typed: a wallet, a name. The key of a selection with one of these holds only a hash. */
const TYPED = ["q", "country"] as const;

/**
 * The key under which a page of trips is read, as notices and Redis carry it: the same for the same selection, and of a
 * bounded length.
 */
export function tripsKey({ q, page, date, country }: TripSelection): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(q ? { q } : { date, country })) {
    if (value !== undefined) parameters.set(name, value);
  }
  const typed = TYPED.find((name) => parameters.has(name));
  for (const [name, value] of Object.entries({ limit: PAGE_SIZE, page })) {
    parameters.set(name, String(value));
  }
  parameters.sort();
  const path = q ? "trips/search" : "trips";
  return `${path}?${typed === undefined ? parameters : `${typed}=${digest(String(parameters))}`}`;
}

/** Whether a key stands for something that a person may have typed. */
export function isTyped(key: string): boolean {
  return TYPED.some((name) => key.includes(`?${name}=`));
}

/** 128 bits as text. */
function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}

/** The answers of the default views. What visitors choose never evicts or refuses them. */
export const defaultKeys: ReadonlySet<string> = new Set([
  ...resources.filter((name) => name !== "trips"),
  tripsKey(FIRST_PAGE),
]);

/** What visitors chose to look at is counted, and never named; `trips` is the first page of all. */
export type KeyGroupName = DashboardResource | "furtherTrips" | "filteredTrips" | "searches";

/** The groups that cached results are counted in. */
export const keyGroups: readonly KeyGroupName[] = [
  ...resources.filter((name) => name !== "trips"),
  ...(["trips", "furtherTrips", "filteredTrips", "searches"] as const),
];

/** The cached results of one group, summed up. */
export interface KeyGroup {
  name: KeyGroupName;
  /** How many there are, also those that failed and have nothing to serve. */
  keys: number;
  /** Of those: within their fresh time, being asked for, waiting for the next visitor, failed the last time. */
  fresh: number;
  refreshing: number;
  waiting: number;
  failing: number;
  /** Milliseconds since the youngest and the oldest arrived; null where there is none. */
  youngestMs: number | null;
  oldestMs: number | null;
  /** How often one of them was served without waiting. */
  hits: number;
  bytes: number;
  /** The latest of this process, also if it was got over. */
  lastError: LastError | null;
}

/** Every group, in a fixed order, also one without answers. */
export function groupKeys(keys: Iterable<CachedKey>): KeyGroup[] {
  const groups = new Map(keyGroups.map((name) => [name, emptyGroup(name)]));
  for (const key of keys) {
    const name = groupOf(key.key);
    const group = name && groups.get(name);
    if (group) add(group, key);
  }
  return [...groups.values()];
}

/** @returns null for a key that is none of ours */
function groupOf(key: string): KeyGroupName | null {
  const [path = "", query = ""] = key.split(/\?(.*)/s);
  if (path === "trips/search") return "searches";
  if (path !== "trips") return keyGroups.find((name) => name === path) ?? null;
  const params = new URLSearchParams(query);
  if (params.has("date") || params.has("country")) return "filteredTrips";
  return params.get("page") === "1" ? "trips" : "furtherTrips";
}

function emptyGroup(name: KeyGroupName): KeyGroup {
  const counts = { keys: 0, fresh: 0, refreshing: 0, waiting: 0, failing: 0, hits: 0, bytes: 0 };
  return { name, ...counts, youngestMs: null, oldestMs: null, lastError: null };
}

function add(group: KeyGroup, key: CachedKey): void {
  const { ageMs, failing, refreshing, hits, bytes, lastError } = key;
  const resource = resources.find((name) => name === group.name) ?? "trips";
  const fresh = ageMs !== null && ageMs < resourceTable[resource].freshMs;
  group.keys += 1;
  group[fresh ? "fresh" : refreshing ? "refreshing" : failing ? "failing" : "waiting"] += 1;
  group.hits += hits;
  group.bytes += bytes;
  if (ageMs !== null) {
    group.youngestMs = Math.min(ageMs, group.youngestMs ?? Infinity);
    group.oldestMs = Math.max(ageMs, group.oldestMs ?? 0);
  }
  if (lastError && lastError.at >= (group.lastError?.at ?? 0)) group.lastError = lastError;
}
