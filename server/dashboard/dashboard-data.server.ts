import { setTimeout as delay } from "node:timers/promises";
import type { Query } from "../cache/query.server";
import type {
  Cached,
  CacheStatus,
  CacheStatuses,
  ManualRefresh,
  ReadOutcome,
  StaleWhileRevalidateCache,
} from "../cache/stale-while-revalidate.server";
import type { Limits } from "../limits/limits.server";
import { EVERYBODY, networkUnderWay } from "../process/request-context.server";
import type { TripPage } from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import { overLimit, UpstreamError } from "../upstream/upstream-error.server";
import { changesSince, type ShownView } from "./refresh-events.server";
import {
  defaultKeys,
  FIRST_PAGE,
  groupKeys,
  resourceTable,
  tripsKey,
  type Answers,
  type DashboardResource,
  type KeyGroup,
  type TripSelection,
} from "./resources.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** So many milliseconds a view waits for an optional result when it has all others. */
const OPTIONAL_WAIT_MS = 200;

/** One result of a view. */
export interface ViewQuery<Name extends DashboardResource = DashboardResource> {
  resource: Name;
  /** Which list, for `trips`; the first page of all where it is not given. */
  trips?: TripSelection;
  /** Whether the view is shown without it when it is late or cannot be had. */
  isOptional?: true;
}

/** All results of a view, by name: everything that depends on what a view shows is derived from this. */
export type ViewQueries = Readonly<Record<string, ViewQuery>>;

/** What was read for each: the answer, or why there is none. Optional ones are left out where they cannot be had. */
export type ViewReads<Queries extends ViewQueries> = {
  [Name in keyof Queries]: Read<NonNullable<Queries[Name]>>;
};

type Read<Query extends ViewQuery> =
  | Cached<Answers[Query["resource"]]>
  | (Query extends { isOptional: true } ? undefined : UpstreamError);

/** What a view shows at this moment. */
export interface ViewNow {
  /** Changes exactly when something else is shown. */
  version: string;
  results: CacheStatuses;
}

/** A view as its caches and its live events see it. */
export interface LiveView {
  /**
   * Looks without waiting, about a microsecond, and begins the refreshes that a read would begin.
   *
   * @returns null while something is missing or has failed, and for a view without figures
   */
  now(): ViewNow | null;
  /** Fetches what is missing; whoever reads it then is told what could not be had. Never rejects. */
  load(): Promise<void>;
  /** Counts results as read, as a rendering of them counts them. */
  countShown(results: CacheStatuses): void;
  /** @param since the version of the page that listens, as it says itself; null where it says none */
  events(since: string | null): ShownView;
}

/** The dashboard's figures, read through the cache. */
export interface DashboardData {
  /** @throws what is no UpstreamError */
  read<Queries extends ViewQueries>(queries: Queries): Promise<ViewReads<Queries>>;
  view(queries: ViewQueries): LiveView;
  /** The newest trip, while the first page of all trips is known and could be refreshed. It is not fetched for this. */
  newestTrip(): NewestTrip | null;
  /** Asks the upstream anew, for a person who does not want to wait until it is due; of trips for the first page. */
  refresh(resource: DashboardResource): Promise<ManualRefresh>;
  /** What is cached, by group; nothing of it tells what a visitor looked for. */
  cachedKeys(): KeyGroup[];
}

/** How new the upstream's data is. */
export interface NewestTrip {
  /** When it started, epoch milliseconds. */
  at: number;
  /** Whether that was more than a day before the upstream was asked. */
  old: boolean;
}

export interface DashboardDataOptions {
  coreApi: CoreApi;
  cache: StaleWhileRevalidateCache;
  /** Counts what visitors chose to read, by network. */
  limits: Pick<Limits, "take">;
  /** Called for each result that is shown without a read of the cache, with its age in milliseconds. */
  onRead?: (resource: string, outcome: ReadOutcome, age: number) => void;
  /** What else every view shows, as text. */
  shownBeside?: () => string;
}

export function createDashboardData(options: DashboardDataOptions): DashboardData {
  const { coreApi, cache, limits, onRead = () => undefined, shownBeside = () => "" } = options;

  /** Rejects when the network under way has chosen enough. What no visitor asked for is not counted. */
  async function countChosenRead(): Promise<void> {
    const network = networkUnderWay();
    if (network === EVERYBODY) return;
    const taken = await limits.take([{ rule: "chosenRead", key: network }]);
    if (!taken.ok) throw overLimit(taken.until);
  }

  function queryOf<Name extends DashboardResource>({
    resource,
    trips = FIRST_PAGE,
  }: ViewQuery<Name>): Query<Answers[Name]> {
    const { freshMs, ask } = resourceTable[resource];
    const key = resource === "trips" ? tripsKey(trips) : resource;
    const isChosen = !defaultKeys.has(key);
    return {
      resource,
      key,
      freshMs,
      fetch: async (beforeSend) => {
        if (isChosen) await countChosenRead();
        // A row's call answers in the shape of that row.
        return (await ask(coreApi, beforeSend, trips)) as Answers[Name];
      },
    };
  }

  async function read<Queries extends ViewQueries>(queries: Queries): Promise<ViewReads<Queries>> {
    const reads = Object.entries(queries).map(([name, query]) => {
      const { isOptional = false } = query;
      const result = cache.read(queryOf(query)).catch(isOptional ? nothing : upstreamError);
      return { name, result, isOptional };
    });
    await Promise.all(reads.filter((one) => !one.isOptional).map(({ result }) => result));
    const results = reads.map(async ({ name, result, isOptional }) => {
      const late = isOptional ? [delay(OPTIONAL_WAIT_MS, undefined, { ref: false })] : [];
      return [name, await Promise.race([result, ...late])];
    });
    // Each name has what its query reads.
    return Object.fromEntries(await Promise.all(results)) as ViewReads<Queries>;
  }

  function view(queries: ViewQueries): LiveView {
    const parts = Object.entries(queries).map(([name, query]) => {
      return { name, query: queryOf(query), isOptional: query.isOptional ?? false };
    });

    /** Every result is looked at, also after one that is missing, so that each gets its refresh. */
    function resultsNow(): CacheStatuses | null {
      const results: Record<string, CacheStatus> = {};
      let isMissing = false;
      for (const { name, query, isOptional } of parts) {
        const result = statusNow(cache, query);
        if (result && !(isOptional && "error" in result)) results[name] = result;
        else isMissing ||= !isOptional;
      }
      return isMissing ? null : results;
    }

    return {
      now() {
        const results = resultsNow();
        // Where figures are missing each visitor asks anew.
        if (!results || parts.length === 0) return null;
        if (Object.values(results).some((result) => "error" in result)) return null;
        const newest = newestTrip();
        const shownNewest = newest && `${newest.at} ${newest.old}`;
        return { version: `${viewVersion(results)}\n${shownNewest}\n${shownBeside()}`, results };
      },
      load: () => read(queries).then(nothing, nothing),
      countShown(results) {
        for (const { name, query } of parts) {
          const result = results[name];
          if (!result || "error" in result) continue;
          onRead(query.resource, result.state, Date.now() - result.asOf);
        }
      },
      events(since) {
        const keys = new Set(parts.map(({ query }) => query.key));
        const shown = {
          name: [...keys].join(" "),
          shows: ({ key }: { key: string }) => keys.has(key),
        };
        if (since === null) return shown;
        const resourceOf = new Map(parts.map(({ name, query }) => [name, query.resource]));
        return { ...shown, missed: () => changesSince(since, resultsNow(), resourceOf) };
      },
    };
  }

  const firstPage = queryOf({ resource: "trips" });

  function newestTrip(): NewestTrip | null {
    const first = cache.readNow(firstPage);
    return first && "value" in first && first.state !== "stale" ? newestOf(first) : null;
  }

  return {
    read,
    view,
    newestTrip,
    refresh: (resource) => cache.refreshNow(queryOf({ resource })),
    cachedKeys: () => groupKeys(cache.known()),
  };
}

const nothing = () => undefined;

function upstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  throw error;
}

/** What a view shows of a query. A programming error is not shown: whoever reads the query gets it. */
function statusNow(cache: StaleWhileRevalidateCache, query: Query): CacheStatus | null {
  const known = cache.readNow(query);
  if (!known || !("failure" in known)) return known;
  const { failure } = known;
  return failure instanceof UpstreamError ? { error: failure.message } : null;
}

function newestOf({ value, asOf }: Cached<TripPage>): NewestTrip | null {
  let at = -Infinity;
  for (const { startTime } of value.trips) {
    // A trip that begins more than a day later has been misdated: it says nothing of how new the others are.
    if (startTime !== null && startTime <= asOf + DAY_MS) at = Math.max(at, startTime);
  }
  return at === -Infinity ? null : { at, old: asOf - at > DAY_MS };
}

/**
 * Names the answers that a view shows, `page.mf3k21c7.stale filters.mf3k1y0a`: names of results, epoch milliseconds to
 * the base of 36, and whether they are stale. `fresh` and `refreshing` look the same on the screen. Pages tell in the same
 * form what they show (`viewVersion` of the app). A version is the same on every instance.
 */
export function viewVersion(results: CacheStatuses): string {
  let version = "";
  for (const [name, result] of Object.entries(results)) {
    version += version && " ";
    version += "error" in result ? name : `${name}.${result.asOf.toString(36)}`;
    if ("state" in result && result.state === "stale") version += ".stale";
  }
  return version;
}

/** Whether a refresh of a result in a view is under way that may well bring something. */
export function isRefreshing(results: CacheStatuses): boolean {
  return Object.values(results).some((one) => !("error" in one) && one.state === "refreshing");
}
