import type { SharedTier } from "../../cache/shared-tier.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import type { TripPage } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { notUnderstood, ownFault, UpstreamError } from "../../upstream/upstream-error.server";
import { DaySummer, type DaySums } from "./day-sums.server";

/** Trips asked for at once, as the export asks. */
const PAGE_SIZE = 500;

const DAY_MS = 24 * 60 * 60 * 1000;
/** For how long the sums of a day that is over are fresh, and those of a day that goes on. */
const OVER_FRESH_MS = 60 * 60 * 1000;
const RUNNING_FRESH_MS = 60 * 1000;
/** Older sums are not shown any more. */
const LONGEST_AGE_MS = DAY_MS;
/** A day that could not be read is asked for again after so long, or when the upstream says. */
export const COOL_DOWN_MS = 30_000;
/** How often another instance's reading of the same day is asked after. */
const POLL_MS = 500;

/** What is known of a day. */
export interface KnownDay {
  /** How many trips it has. */
  trips: number;
  /** Null where they were only counted. */
  sums: DaySums | null;
  /** Epoch milliseconds of the reading. */
  asOf: number;
}

/** Nobody looks at what a reading is for any more. */
export class Abandoned extends Error {
  override name = "Abandoned";
}

/** A reading of one day that is under way. Both promises reject with an UpstreamError, or as {@link Abandoned}. */
export interface DayReading {
  /** The number of trips, known with the first page. */
  counted: Promise<number>;
  done: Promise<KnownDay>;
  /** After the first page a reading waits until it is told whether the others are wanted. */
  decide(wantsSums: boolean): void;
  /** Ends a reading that waits for that decision. */
  abandon(): void;
}

export interface DayReadings {
  /** @returns null where nothing is known, or what is known is more than a day old */
  known(day: string): KnownDay | null;
  isFresh(day: string): boolean;
  /** Why the day could not be read, while its cool-down lasts. */
  failure(day: string): UpstreamError | null;
  /**
   * The reading of a day that is under way; begins it if none is.
   *
   * @param isWatched a reading that nobody watches ends before its next page
   */
  begin(day: string, isWatched: () => boolean): DayReading;
}

interface DayReadingsOptions {
  /** The export's own calls, beside those of pages. */
  api: Pick<CoreApi, "trips">;
  /** What instances share. */
  tier: Pick<SharedTier, "claim">;
  /** Epoch milliseconds. */
  now?: () => number;
}

interface StoredDay {
  known: KnownDay;
  /** Monotonic milliseconds. */
  arrived: number;
}

/** Reads days of trips and keeps each one's sums: one reading of a day is under way at a time, over all instances. */
export function createDayReadings({ api, tier, now = Date.now }: DayReadingsOptions): DayReadings {
  const days = createBoundedMap<StoredDay>("daySums", { weigh: weightOf });
  const failures = createBoundedMap<{ error: UpstreamError; until: number }>("dayFailures");
  const underWay = new Map<string, DayReading & { watchers: Set<() => boolean> }>();

  /** Sums of a day that is over are fresh if they were read after its end. */
  function freshMs(day: string): number {
    const sinceEnd = now() - (Date.parse(day) + DAY_MS);
    return sinceEnd > 0 ? Math.min(OVER_FRESH_MS, sinceEnd) : RUNNING_FRESH_MS;
  }

  function keep(day: string, known: KnownDay, ageMs = 0): KnownDay {
    days.set(day, { known, arrived: performance.now() - ageMs });
    failures.delete(day);
    return known;
  }

  /** What only the network is refused that began the reading says nothing of the day. */
  function noteFailure(day: string, cause: unknown): UpstreamError {
    const error = cause instanceof UpstreamError ? cause : ownFault(cause, true);
    if (!error.sent) return error;
    const coolMs = Math.max(COOL_DOWN_MS, error.retryAfterMs ?? 0);
    failures.set(day, { error, until: performance.now() + coolMs });
    return error;
  }

  async function readDay(
    day: string,
    goOnUnlessUnwatched: () => void,
    onCount: (trips: number) => void,
    wantsSums: Promise<boolean>,
  ): Promise<KnownDay> {
    const query = { resource: "daySums", key: day, freshMs: freshMs(day), fetch: never };
    for (;;) {
      goOnUnlessUnwatched();
      const claimed = await tier.claim(query);
      if (claimed.claim === "granted") {
        const { lease } = claimed;
        try {
          const known = await readPages(day, goOnUnlessUnwatched, onCount, wantsSums);
          // Days without trips, of which there are millions to choose from, take no place of others.
          if (known.sums === null || known.trips === 0) lease.release();
          else lease.succeed({ value: known.sums, asOf: known.asOf, known: true });
          return keep(day, known);
        } catch (error) {
          lease.release();
          throw error;
        }
      }
      if (claimed.entry && claimed.claim === "not-needed") {
        const { asOf, ageMs } = claimed.entry;
        // The tier's own shape for this resource.
        const sums = claimed.entry.value as DaySums;
        const trips = sums.groups.reduce((sum, group) => sum + group.trips, 0);
        return keep(day, { trips, sums, asOf }, ageMs);
      }
      await waited(POLL_MS);
    }
  }

  async function readPages(
    day: string,
    goOnUnlessUnwatched: () => void,
    onCount: (trips: number) => void,
    wantsSums: Promise<boolean>,
  ): Promise<KnownDay> {
    const asOf = now();
    const summer = new DaySummer();
    for (let page = 1; ; page += 1) {
      const found = await api.trips({ page, limit: PAGE_SIZE, date: day });
      summer.add(found.trips);
      if (page === 1) onCount(found.pagination.totalItems);
      if (isLast(found, page)) break;
      if (page === 1 && !(await wantsSums)) {
        return { trips: found.pagination.totalItems, sums: null, asOf };
      }
      goOnUnlessUnwatched();
    }
    const sums = summer.sums();
    return { trips: sums.groups.reduce((sum, group) => sum + group.trips, 0), sums, asOf };
  }

  return {
    known(day) {
      const stored = days.get(day);
      if (!stored || performance.now() - stored.arrived > LONGEST_AGE_MS) return null;
      return stored.known;
    },
    isFresh(day) {
      const stored = days.get(day);
      return stored !== undefined && performance.now() - stored.arrived < freshMs(day);
    },
    failure(day) {
      const failed = failures.get(day);
      return failed && performance.now() < failed.until ? failed.error : null;
    },
    begin(day, isWatched) {
      const joined = underWay.get(day);
      if (joined) {
        joined.watchers.add(isWatched);
        return joined;
      }
      const watchers = new Set([isWatched]);
      const goOnUnlessUnwatched = () => {
        if (![...watchers].some((watches) => watches())) throw new Abandoned();
      };
      let decide!: (wantsSums: boolean) => void;
      let abandon!: () => void;
      const decision = new Promise<boolean>((resolve, reject) => {
        decide = resolve;
        abandon = () => reject(new Abandoned());
      });
      decision.catch(() => undefined);
      let onCount!: (trips: number) => void;
      const firstPage = new Promise<number>((resolve) => (onCount = resolve));
      const done = readDay(day, goOnUnlessUnwatched, onCount, decision)
        .catch((error: unknown) => {
          throw error instanceof Abandoned ? error : noteFailure(day, error);
        })
        .finally(() => underWay.delete(day));
      const counted = Promise.race([firstPage, done.then(({ trips }) => trips)]);
      // A reading that somebody else began may fail when nobody here waits for it any more.
      for (const promise of [done, counted]) promise.catch(() => undefined);
      const reading = { counted, done, decide, abandon, watchers };
      underWay.set(day, reading);
      return reading;
    },
  };
}

/** Resolves after so many milliseconds; keeps no process alive. */
export function waited(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

/** @throws UpstreamError when the pages repeat, or go on past their own total */
function isLast({ trips, pagination }: TripPage, page: number): boolean {
  if (!pagination.hasNextPage) return true;
  const pages = Math.ceil(pagination.totalItems / Math.max(1, pagination.itemsPerPage));
  if (trips.length === 0 || pagination.currentPage !== page || page >= pages) throw notUnderstood();
  return false;
}

/** The tier is only asked for what it knows: it fetches nothing. */
const never = () => Promise.reject(new Error("A day is not fetched by the cache"));

/** About what the groups of a day take: sixteen numbers each, and their texts. */
function weightOf({ known }: StoredDay): number {
  let bytes = 0;
  for (const { wallet, country } of known.sums?.groups ?? []) {
    bytes += 256 + textBytes(wallet ?? "") + textBytes(country ?? "");
  }
  return bytes;
}
