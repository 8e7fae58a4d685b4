import {
  forEachChart,
  type Chart,
  type ChartName,
  type Metrics,
} from "../upstream/contracts/dashboard.server";
import type {
  TripFilters,
  TripListQuery,
  TripPage,
  TripSearchQuery,
} from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { FIRST_PAGE, fixedKeys, tripsKey } from "./cache-keys.server";
import { groupKeys, type KeyGroup } from "./key-groups.server";
import type { Cached, CacheStatus, CacheStatuses, ReadOutcome } from "../cache/cache-result.server";
import type { ManualRefresh } from "./manual-refresh.server";
import {
  policies,
  resources,
  type CachePolicy,
  type DashboardResource,
} from "./freshness-policies.server";
import type { RefreshNotice } from "../cache/refresh-notices.server";
import type { Fetch } from "../cache/refreshes.server";
import type { StaleWhileRevalidateCache } from "../cache/stale-while-revalidate.server";

export type { RefreshNotice } from "../cache/refresh-notices.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The dashboard's reads, each through the cache. All reject with an UpstreamError when nothing can be served. */
export interface DashboardData extends Record<ChartName, () => Promise<Cached<Chart>>> {
  metrics(): Promise<Cached<Metrics>>;
  trips(query: TripListQuery): Promise<Cached<TripPage>>;
  searchTrips(query: TripSearchQuery): Promise<Cached<TripPage>>;
  filters(): Promise<Cached<TripFilters>>;
  /**
   * How the fleet tab's blocks stand at this moment, without waiting, for whoever caches something made of them:
   * `viewVersion` of the answer names what is shown, `serverTiming` says its ages. Whatever a read would refresh in
   * the background is refreshed, so what is served by it alone does not grow old unseen. Costs about a microsecond.
   *
   * @returns the blocks `metrics`, `totalUsers`, `monthlyUsers`, `weeklyUsers` and `dailyUsers`, a failed one (for as
   *   long as its failure cools down) as its sentence; null when one of them has to be fetched first: then read
   *   them, which waits, and take the version of what was read
   */
  fleetNow(): CacheStatuses | null;
  /** Reads the same blocks; one that cannot be had is told to who reads it then. Never rejects. */
  loadFleet(): Promise<void>;
  /**
   * The same for the trip tab: the blocks `page`, that of the query, and `filters`.
   *
   * @param compared the list whose size stands beside the query's, the block `dayBefore`; null where none does
   */
  tripsNow(
    query: TripListQuery | TripSearchQuery,
    compared?: TripListQuery | null,
  ): CacheStatuses | null;
  /**
   * The newest trip, as far as the first page of all trips is known and could be refreshed; it is refreshed like
   * any, and never fetched for this alone.
   */
  newestTrip(): NewestTrip | null;
  /** Counts what a cached view shows as read, as its rendering counted it. */
  countShown(results: CacheStatuses): void;
  /**
   * Asks the upstream anew for one thing, for a person who does not want to wait until it is due; within a cool-down
   * that all instances share nothing is asked. Never rejects with an UpstreamError.
   *
   * @param trips which list, for `trips`
   */
  refresh(resource: DashboardResource, trips: TripListQuery): Promise<ManualRefresh>;
  /** What is cached, by group; nothing of it tells what a visitor looked for. */
  cachedKeys(): KeyGroup[];
  /** Calls back each time a newer answer to something has arrived. Returns the unsubscribe function. */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void;
}

/** How new the upstream's data is. */
export interface NewestTrip {
  /** When it started, epoch milliseconds. */
  at: number;
  /** Whether that was more than a day before the upstream was asked. */
  old: boolean;
}

/** One answer: under which policy and key it is cached, and how it is fetched. */
interface Answer<T> {
  policy: CachePolicy;
  key: string;
  fetch: Fetch<T>;
}

export function createDashboardData({
  coreApi,
  cache,
  beforeChosenRead = () => Promise.resolve(),
  onRead = () => undefined,
}: {
  coreApi: CoreApi;
  cache: StaleWhileRevalidateCache;
  /** Called before the core API is asked for something that a visitor chose; rejects when it is not to be asked. */
  beforeChosenRead?: () => Promise<void>;
  /** Called for each result that is shown without a read of the cache, with its age in milliseconds. */
  onRead?: (resource: DashboardResource, outcome: ReadOutcome, age: number) => void;
}): DashboardData {
  const single = <T>(policy: CachePolicy, fetch: Fetch<T>): Answer<T> => ({
    policy,
    key: policy.name,
    fetch,
  });
  const fleet = {
    metrics: single(policies.metrics, (beforeSend) => coreApi.metrics(beforeSend)),
    ...forEachChart((name) => single(policies[name], (beforeSend) => coreApi[name](beforeSend))),
  };
  const filters = single(policies.filters, (beforeSend) => coreApi.filters(beforeSend));
  const trips = (query: TripListQuery | TripSearchQuery): Answer<TripPage> => {
    const key = tripsKey(query);
    const ask: Fetch<TripPage> = (beforeSend) =>
      "q" in query ? coreApi.searchTrips(query, beforeSend) : coreApi.trips(query, beforeSend);
    const countAndAsk: Fetch<TripPage> = async (beforeSend) => {
      await beforeChosenRead();
      return ask(beforeSend);
    };
    const fetch = fixedKeys.has(key) ? ask : countAndAsk;
    return { policy: policies.trips, key, fetch };
  };

  const read = <T>({ policy, key, fetch }: Answer<T>) => cache.read(policy, key, fetch);

  /** Every block is looked at, also after one that is missing, so that each gets its refresh. */
  function now(answers: Readonly<Record<string, Answer<unknown>>>): CacheStatuses | null {
    const blocks: Record<string, CacheStatus> = {};
    let missing = false;
    for (const [name, { policy, key, fetch }] of Object.entries(answers)) {
      const block = standing(() => cache.readNow(policy, key, fetch));
      if (block) blocks[name] = block;
      else missing = true;
    }
    return missing ? null : blocks;
  }

  return {
    metrics: () => read(fleet.metrics),
    ...forEachChart((name) => () => read(fleet[name])),
    trips: (query) => read(trips(query)),
    searchTrips: (query) => read(trips(query)),
    filters: () => read(filters),
    fleetNow: () => now(fleet),
    async loadFleet() {
      await Promise.allSettled(Object.values<Answer<unknown>>(fleet).map(read));
    },
    tripsNow: (query, compared = null) =>
      now({ page: trips(query), filters, ...(compared && { dayBefore: trips(compared) }) }),
    newestTrip() {
      const { policy, key, fetch } = trips(FIRST_PAGE);
      const first = orNull(() => cache.readNow(policy, key, fetch));
      return first && first.state !== "stale" ? newestOf(first) : null;
    },
    countShown(results) {
      for (const [name, result] of Object.entries(results)) {
        if ("error" in result) continue;
        const resource = resources.find((one) => one === name) ?? "trips";
        onRead(resource, result.state, Date.now() - result.asOf);
      }
    },
    refresh(resource, query) {
      const answers: Record<DashboardResource, Answer<unknown>> = {
        ...fleet,
        filters,
        trips: trips(query),
      };
      const { policy, key, fetch } = answers[resource];
      return cache.refreshNow(policy, key, fetch);
    },
    cachedKeys: () => groupKeys(cache.known()),
    onRefresh: (listener) => cache.onRefresh(listener),
  };
}

/** Asked for with each request, while the page stays the same. */
const newestStarts = new WeakMap<TripPage, number>();

function newestOf({ value, asOf }: Cached<TripPage>): NewestTrip | null {
  const known = newestStarts.get(value);
  const at = known ?? newestStart(value.trips, asOf + DAY_MS);
  if (known === undefined) newestStarts.set(value, at);
  return Number.isFinite(at) ? { at, old: asOf - at > DAY_MS } : null;
}

/** @param latest a trip that begins after this has been misdated: it says nothing of how new the others are */
function newestStart(trips: TripPage["trips"], latest: number): number {
  const starts = trips.map(({ startTime }) => startTime ?? -Infinity);
  return Math.max(...starts.filter((start) => start <= latest));
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A programming error is not cached: whoever reads the query gets it. */
function standing(readNow: () => CacheStatus | null): CacheStatus | null {
  try {
    return readNow();
  } catch (error) {
    return error instanceof UpstreamError ? { error: error.message } : null;
  }
}
