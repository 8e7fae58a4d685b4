import { setTimeout as delay } from "node:timers/promises";
import type { DashboardState } from "~/features/dashboard/dashboard-url";
import { DAY_MS } from "~/lib/day";
import type {
  Cached,
  CacheStatus,
  CacheStatuses,
  StaleWhileRevalidateCache,
} from "../cache/stale-while-revalidate.server";
import { createNetworkSlots } from "../limits/slots.server";
import type { Limits } from "../limits/limits.server";
import { SHARED_NETWORK, currentNetwork } from "../process/request-context.server";
import { forEachChart } from "../upstream/contracts/dashboard.server";
import type { TripPage } from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import { busy, overLimit, UpstreamError } from "../upstream/upstream-error.server";
import {
  resourceTable,
  type Answers,
  type DashboardResource,
  type TripSelection,
} from "./resources.server";

/** Longest wait in milliseconds for what a view can do without: optional results, and how a country is spelled. */
const OPTIONAL_WAIT_MS = 200;

/** One result of a view. */
interface ViewQuery<Name extends DashboardResource = DashboardResource> {
  resource: Name;
  /** The selected list, for `trips`; by default the first page of all trips. */
  trips?: TripSelection;
  /** Whether the view is shown without this result when it is late or failed. */
  isOptional?: true;
}

/** All queries of a view by name. Everything that depends on what a view shows is derived from these. */
export type ViewQueries = Readonly<Record<string, ViewQuery>>;

/** The result of each query: an answer or an error. Optional results that are late or failed are undefined. */
type ViewReads<Queries extends ViewQueries> = {
  [Name in keyof Queries]: Cached<Answers[Queries[Name]["resource"]]> | UpstreamError | undefined;
};

/** Queries of the fleet overview: totals, charts and, if available, the countries (`filters`). */
const fleetQueries = {
  metrics: { resource: "metrics" },
  ...forEachChart((name) => ({ resource: name })),
  filters: { resource: "filters", isOptional: true },
} as const satisfies ViewQueries;

/** The core API queries of a state's tab, by the names of their results. The loader and cached views derive from these. */
export function viewQueries(state: DashboardState): ViewQueries {
  if (state.tab === "fleet-overview") return fleetQueries;
  if (state.tab !== "trip") return {};
  return { trips: { resource: "trips", trips: state }, filters: { resource: "filters" } };
}

/** The first page of all trips, which holds the newest. */
const FIRST_PAGE = { page: 1 } as const satisfies TripSelection;

/** The cache key of a page of trips: equal for equal selections. */
function tripsKey({ q, page, date, country }: TripSelection): string {
  return `trips ${JSON.stringify(q ? { page, q } : { page, date, country })}`;
}

const firstPageKey = tripsKey(FIRST_PAGE);

/** The dashboard's figures, read through the cache. */
export type DashboardData = ReturnType<typeof createDashboardData>;

/** A view, for page caches. */
export type LiveView = ReturnType<DashboardData["view"]>;

/** The newest known trip, which shows how recent the upstream's data is. */
export interface NewestTrip {
  /** Start of the trip in epoch milliseconds. */
  at: number;
  /** Whether the trip started more than a day before the upstream answered. */
  old: boolean;
}

interface DashboardDataOptions {
  coreApi: CoreApi;
  cache: StaleWhileRevalidateCache;
  /** Counts reads for views that visitors chose, by network. */
  limits: Pick<Limits, "take" | "giveBack">;
  /** Longest wait of such a read for other reads of its network, in milliseconds. */
  chosenWaitMs: number;
}

export function createDashboardData(options: DashboardDataOptions) {
  const { coreApi, cache, limits } = options;
  const chosenSlots = createNetworkSlots(options.chosenWaitMs, busy);

  /**
   * A call that counts for the network of the visitor who chose it, and waits for other calls of that network. It rejects
   * when the network is over its limit. Calls without a visitor are not counted, nor those that waited too long.
   */
  const inTurn =
    <T>(call: () => Promise<T>) =>
    async () => {
      const network = currentNetwork();
      const uses =
        network === SHARED_NETWORK ? [] : [{ rule: "chosenRead", key: network } as const];
      const verdict = await limits.take(uses);
      if (!verdict.ok) throw overLimit(verdict.until);
      try {
        return await chosenSlots.run(network, call);
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === "busy") await limits.giveBack(uses);
        throw error;
      }
    };

  /** A read of the core API through the cache. */
  function queryOf<Name extends DashboardResource>({
    resource,
    trips = FIRST_PAGE,
  }: ViewQuery<Name>) {
    const { freshMs, ask: call } = resourceTable[resource];
    // Its key has the spelling: what was asked for under another one is not its answer.
    const selection = spelledNow(trips);
    const key = resource === "trips" ? tripsKey(selection) : resource;
    // Of any other list a visitor chose the page, the filters or the search.
    const isDefault = resource !== "trips" || key === firstPageKey;
    const policy = { resource, freshMs, isDefault };
    // The `ask` of a resource returns the type of its answers.
    const ask = () => call(coreApi, selection) as Promise<Answers[Name]>;
    const refresh = isDefault ? ask : inTurn(ask);
    return {
      key,
      /** The answer that is held, without waiting; null for none. Starts the same refresh as a read. */
      now() {
        const found = cache.readNow(key, policy, refresh);
        return found && "value" in found ? found : null;
      },
      async read() {
        if (isDefault || cache.isHeld(key, policy)) return cache.read(key, policy, refresh);
        // The turn comes before the fetch: whoever joins a fetch never waits for the turn of another network.
        return inTurn(() => cache.read(key, policy, ask))();
      },
    };
  }

  function spelledNow(selection: TripSelection): TripSelection & { spellings?: number } {
    const { country } = selection;
    if (country === undefined) return selection;
    const known = filters.now()?.value.countries.find(({ name }) => name === country);
    const { spellings = [country] } = known ?? {};
    return { ...selection, country: spellings[0], spellings: spellings.length };
  }

  /**
   * A selection with its country as the upstream writes it, and the number of its spellings, where that can be known.
   * Pages and URLs have the cleaned name, and pages wait for it only briefly.
   */
  async function spelled(selection: TripSelection) {
    if (selection.country !== undefined) await filters.read().catch(upstreamError);
    return spelledNow(selection);
  }

  async function readForView<Name extends DashboardResource>(query: ViewQuery<Name>) {
    const { trips } = query;
    if (trips?.country === undefined || filters.now() !== null) return queryOf(query).read();
    const names = spelled(trips);
    await Promise.race([names, optionalWait()]);
    const early = queryOf(query);
    // Another spelling may become known meanwhile. Both are awaited, so that no rejection is left alone.
    const [result] = await Promise.allSettled([early.read(), names]);
    if (queryOf(query).key !== early.key) return queryOf(query).read();
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }

  /** Reads the results of a view. @throws any error that is not an UpstreamError */
  async function read<Queries extends ViewQueries>(queries: Queries): Promise<ViewReads<Queries>> {
    const results = Object.entries(queries).map(([name, query]) => {
      const { isOptional = false } = query;
      const result = readForView(query).catch(isOptional ? noop : upstreamError);
      return { name, result, isOptional };
    });
    await Promise.all(results.filter(({ isOptional }) => !isOptional).map(({ result }) => result));
    const named = results.map(async ({ name, result, isOptional }) => {
      return [name, await Promise.race([result, ...(isOptional ? [optionalWait()] : [])])];
    });
    // Each name holds the result of its query.
    return Object.fromEntries(await Promise.all(named)) as ViewReads<Queries>;
  }

  function view(queries: ViewQueries) {
    const parts = Object.entries(queries);
    return {
      /**
       * Reads the current content without waiting, and starts the same refreshes as a read. Its version changes exactly
       * when what is displayed does, which includes the state of the answers.
       *
       * @returns null while a result is missing or has failed, and for a view without queries
       */
      now(): { version: string; results: CacheStatuses } | null {
        const results: Record<string, CacheStatus> = {};
        let version = "";
        let isMissing = parts.length === 0;
        // Looks at every result, even after a missing one, so that each gets its refresh.
        for (const [name, query] of parts) {
          const found = queryOf(query).now();
          if (found) {
            results[name] = found;
            version += `${name} ${found.asOf} ${found.state} `;
          } else isMissing ||= !query.isOptional;
        }
        // While a result is missing or has failed, every request reads it again.
        if (isMissing) return null;
        const newest = newestTrip();
        return { version: `${version}${newest?.at} ${newest?.old}`, results };
      },
      /** Fetches missing results. Errors are stored, and later reads get them. Never rejects. */
      load: (): Promise<void> => read(queries).then(noop, noop),
      /** Counts results as read, like a rendering of them does. */
      countShown(results: CacheStatuses) {
        for (const [name, { resource }] of parts) {
          const result = results[name];
          if (result) cache.count(resource, result.state);
        }
      },
    };
  }

  const firstPage = queryOf({ resource: "trips" });
  const filters = queryOf({ resource: "filters" });

  /**
   * The newest trip, while the first page of all trips is held. Nobody waits for it.
   *
   * @param evenStale whether also of a page that could not be refreshed
   */
  function newestTrip(evenStale = false): NewestTrip | null {
    const first = firstPage.now();
    return first && (evenStale || first.state !== "stale") ? newestOf(first) : null;
  }

  return { read, view, newestTrip, spelled };
}

const noop = () => undefined;

const optionalWait = () => delay(OPTIONAL_WAIT_MS, undefined, { ref: false });

function upstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  throw error;
}

function newestOf({ value, asOf }: Cached<TripPage>): NewestTrip | null {
  let at = -Infinity;
  for (const { startTime } of value.trips) {
    // A trip that starts more than a day after the answer has a wrong date and is ignored.
    if (startTime !== null && startTime <= asOf + DAY_MS) at = Math.max(at, startTime);
  }
  return at === -Infinity ? null : { at, old: asOf - at > DAY_MS };
}
