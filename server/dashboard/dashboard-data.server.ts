import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS } from "~/lib/day";
import type {
  Cached,
  CacheStatus,
  CacheStatuses,
  Policy,
  ReadOutcome,
  StaleWhileRevalidateCache,
} from "../cache/stale-while-revalidate.server";
import type { Limits } from "../limits/limits.server";
import { SHARED_NETWORK, currentNetwork } from "../process/request-context.server";
import { createNetworkSlots } from "../resilience/network-slots.server";
import type { TripPage } from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import { busy, overLimit, UpstreamError } from "../upstream/upstream-error.server";
import {
  defaultKeys,
  FIRST_PAGE,
  resourceTable,
  tripsKey,
  type Answers,
  type DashboardResource,
  type TripSelection,
} from "./resources.server";

/** Longest wait in milliseconds for what a view can do without: optional results, and how a country is spelled. */
const OPTIONAL_WAIT_MS = 200;

/** One result of a view. */
export interface ViewQuery<Name extends DashboardResource = DashboardResource> {
  resource: Name;
  /** The selected list, for `trips`; by default the first page of all trips. */
  trips?: TripSelection;
  /** Whether the view is shown without this result when it is late or failed. */
  isOptional?: true;
}

/** All queries of a view by name. Everything that depends on what a view shows is derived from these. */
export type ViewQueries = Readonly<Record<string, ViewQuery>>;

/** The result of each query: an answer or an error. Optional results that are late or failed are undefined. */
export type ViewReads<Queries extends ViewQueries> = {
  [Name in keyof Queries]: Read<NonNullable<Queries[Name]>>;
};

type Read<Query extends ViewQuery> =
  | Cached<Answers[Query["resource"]]>
  | (Query extends { isOptional: true } ? undefined : UpstreamError);

/** The current content of a view. */
export interface ViewContent {
  /** Changes exactly when the displayed content changes. */
  version: string;
  results: CacheStatuses;
}

/** A view, for page caches. */
export interface LiveView {
  /**
   * Reads the current content without waiting, in about a microsecond, and starts the same refreshes as a read.
   *
   * @returns null while a result is missing or has failed, and for a view without queries
   */
  now(): ViewContent | null;
  /** Fetches missing results. Errors are stored, and later reads get them. Never rejects. */
  load(): Promise<void>;
  /** Counts results as read, like a rendering of them does. */
  countShown(results: CacheStatuses): void;
}

/** A selection with a spelling of its country. */
export interface SpelledSelection extends TripSelection {
  spellings?: number;
}

/** The dashboard's figures, read through the cache. */
export interface DashboardData {
  /** @throws any error that is not an UpstreamError */
  read<Queries extends ViewQueries>(queries: Queries): Promise<ViewReads<Queries>>;
  view(queries: ViewQueries): LiveView;
  /**
   * A selection with its country as the upstream writes it, and the number of its spellings, where that can be known.
   * Pages and URLs have the cleaned name, and pages wait for it only briefly.
   */
  spelled(selection: TripSelection): Promise<SpelledSelection>;
  /**
   * The newest trip, while the first page of all trips is cached. Nobody waits for it.
   *
   * @param evenStale whether also of a page that could not be refreshed
   */
  newestTrip(evenStale?: boolean): NewestTrip | null;
}

/** The newest known trip, which shows how recent the upstream's data is. */
export interface NewestTrip {
  /** Start of the trip in epoch milliseconds. */
  at: number;
  /** Whether the trip started more than a day before the upstream answered. */
  old: boolean;
}

export interface DashboardDataOptions {
  coreApi: CoreApi;
  cache: StaleWhileRevalidateCache;
  /** Counts reads for views that visitors chose, by network. */
  limits: Pick<Limits, "take">;
  /** Longest wait of such a read for other reads of its network, in milliseconds. */
  chosenWaitMs: number;
  /** Called for each result that is shown without a read of the cache, with its age in milliseconds. */
  onRead?: (resource: string, outcome: ReadOutcome, age: number) => void;
}

/** A read of the core API through the cache. */
interface Query<T = unknown> {
  key: string;
  policy: Policy;
  ask: () => Promise<T>;
  /** Asks behind an old answer, for which nobody waits. */
  refresh: () => Promise<T>;
  /** Whether a visitor chose the query, in contrast to the queries of the default views. */
  isChosen: boolean;
}

export function createDashboardData(options: DashboardDataOptions): DashboardData {
  const { coreApi, cache, limits, onRead = () => undefined } = options;
  // Half of the wait, because a page that is not kept reads twice: when it is loaded, and when it is rendered.
  const chosenSlots = createNetworkSlots(options.chosenWaitMs / 2, busy);

  /** Rejects when the current network is over its limit. Reads without a visitor are not counted. */
  async function countChosenRead(): Promise<void> {
    const network = currentNetwork();
    if (network === SHARED_NETWORK) return;
    const verdict = await limits.take([{ rule: "chosenRead", key: network }]);
    if (!verdict.ok) throw overLimit(verdict.until);
  }

  function queryOf<Name extends DashboardResource>({
    resource,
    trips = FIRST_PAGE,
  }: ViewQuery<Name>): Query<Answers[Name]> {
    const { freshMs, ask: call } = resourceTable[resource];
    // Its key has the spelling: what was asked for under another one is not its answer.
    const selection = spelledNow(trips);
    const key = resource === "trips" ? tripsKey(selection) : resource;
    // The `ask` of a resource returns the type of its answers.
    const ask = () => call(coreApi, selection) as Promise<Answers[Name]>;
    const isChosen = !defaultKeys.has(key);
    return {
      key,
      policy: { resource, freshMs },
      ask,
      refresh: isChosen ? inTurn(ask) : ask,
      isChosen,
    };
  }

  /** A call that counts for the network of the visitor who chose it, and waits for other calls of that network. */
  const inTurn =
    <T>(call: () => Promise<T>) =>
    async () => {
      await countChosenRead();
      return chosenSlots.run(currentNetwork(), call);
    };

  async function readQuery<T>(query: Query<T>): Promise<Cached<T>> {
    const { key, policy, ask, refresh, isChosen } = query;
    if (!isChosen || cache.isHeld(key)) return cache.read(key, policy, refresh);
    // The turn comes before the fetch: whoever joins a fetch never waits for the turn of another network.
    return inTurn(() => cache.read(key, policy, ask))();
  }

  const knownCountries = () => cache.readNow(filters.key, filters.policy, filters.refresh);

  function spelledNow(selection: TripSelection): SpelledSelection {
    const { country } = selection;
    if (country === undefined) return selection;
    const known = knownCountries();
    const countries = known && "value" in known ? known.value.countries : [];
    const { spellings = [country] } = countries.find(({ name }) => name === country) ?? {};
    return { ...selection, country: spellings[0], spellings: spellings.length };
  }

  async function spelled(selection: TripSelection): Promise<SpelledSelection> {
    if (selection.country !== undefined) await readQuery(filters).catch(upstreamError);
    return spelledNow(selection);
  }

  async function readForView<Name extends DashboardResource>(query: ViewQuery<Name>) {
    const { trips } = query;
    if (trips?.country === undefined || knownCountries() !== null) return readQuery(queryOf(query));
    const names = spelled(trips);
    await Promise.race([names, optionalWait()]);
    const early = queryOf(query);
    // Another spelling may become known meanwhile. Both are awaited, so that no rejection is left alone.
    const [result] = await Promise.allSettled([readQuery(early), names]);
    if (queryOf(query).key !== early.key) return readQuery(queryOf(query));
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }

  async function read<Queries extends ViewQueries>(queries: Queries): Promise<ViewReads<Queries>> {
    const reads = Object.entries(queries).map(([name, query]) => {
      const { isOptional = false } = query;
      const result = readForView(query).catch(isOptional ? noop : upstreamError);
      return { name, result, isOptional };
    });
    await Promise.all(reads.filter(({ isOptional }) => !isOptional).map(({ result }) => result));
    const results = reads.map(async ({ name, result, isOptional }) => {
      return [name, await Promise.race([result, ...(isOptional ? [optionalWait()] : [])])];
    });
    // Each name holds the result of its query.
    return Object.fromEntries(await Promise.all(results)) as ViewReads<Queries>;
  }

  function view(queries: ViewQueries): LiveView {
    const parts = Object.entries(queries);

    return {
      now() {
        const results: Record<string, CacheStatus> = {};
        let isMissing = parts.length === 0;
        // Looks at every result, even after a missing one, so that each gets its refresh.
        for (const [name, view] of parts) {
          const query = queryOf(view);
          const found = cache.readNow(query.key, query.policy, query.refresh);
          if (found && "value" in found) results[name] = found;
          else isMissing ||= !view.isOptional;
        }
        // While a result is missing or has failed, every request reads it again.
        if (isMissing) return null;
        const newest = newestTrip();
        const shownNewest = newest && `${newest.at} ${newest.old}`;
        return { version: `${viewVersion(results)}\n${shownNewest}`, results };
      },
      load: () => read(queries).then(noop, noop),
      countShown(results) {
        for (const [name, { resource }] of parts) {
          const result = results[name];
          if (result) onRead(resource, result.state, Date.now() - result.asOf);
        }
      },
    };
  }

  const firstPage = queryOf({ resource: "trips" });
  const filters = queryOf({ resource: "filters" });

  function newestTrip(evenStale = false): NewestTrip | null {
    const first = cache.readNow(firstPage.key, firstPage.policy, firstPage.refresh);
    if (!first || !("value" in first)) return null;
    return evenStale || first.state !== "stale" ? newestOf(first) : null;
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

/**
 * Identifies the answers that a view shows, such as `page.mf3k21c7.stale filters.mf3k1y0a`: names of results, epoch
 * milliseconds in base 36, and the state, after which an open page decides when to ask again. A version is the same on
 * every instance.
 */
export function viewVersion(results: CacheStatuses): string {
  const parts = Object.entries(results).map(([name, { asOf, state }]) => {
    return `${name}.${asOf.toString(36)}${state === "fresh" ? "" : `.${state}`}`;
  });
  return parts.join(" ");
}
