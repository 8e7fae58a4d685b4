import type { Lease, SharedTier } from "../../cache/shared-tier.server";
import { createBoundedMap } from "../../process/memory-bounds.server";
import { inShortTurns } from "../../resilience/short-turns.server";
import type { TripPage } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { invalidAnswerError, ownFault, UpstreamError } from "../../upstream/upstream-error.server";
import { DaySummer, type Day } from "./day-sums.server";
import { coolDownMs, createKnownDays, type KnownDay, type KnownDays } from "./known-days.server";

/** Trips per call, as for the export. */
const PAGE_SIZE = 500;

/** Interval of checks whether another instance has finished reading the same day. */
const POLL_MS = 500;
/** Lifetime of the right to read a day, and the interval of its renewals. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** Further pages are only added to a first page that is younger: trips may be added or removed in between. */
const MAX_FIRST_PAGE_AGE_MS = 60_000;

/** Thrown when a reading ends because nobody watches it any more. */
export class UnwatchedError extends Error {
  override name = "UnwatchedError";
}

/** A running reading of one day. */
export interface DayReading {
  /** Rejects with an UpstreamError, or with {@link UnwatchedError}. */
  done: Promise<KnownDay>;
  /** Whether the reading was running before: refusals of the network that started it do not apply to others. */
  isJoined: boolean;
}

export interface DayReadings extends Pick<KnownDays, "known" | "isFresh" | "failure"> {
  /**
   * Joins the running reading of a day, or starts one.
   *
   * @param counted whether the number of trips is enough: then only the first page is read
   * @param isWatched whether somebody waits; a reading that nobody watches ends before its next page
   */
  begin(day: string, counted: boolean, isWatched: () => boolean): DayReading;
  /** Releases a day that was counted here, so that other instances can sum it up. */
  letGo(day: string): void;
}

export interface DayReadingsOptions {
  /** The API client of exports, which is separate from the client of pages. */
  api: Pick<CoreApi, "trips">;
  /** The store that instances share. */
  tier: Pick<SharedTier, "claim">;
  /** Whether a day belongs to a preset range. Days that visitors choose never evict such days. */
  isRecent: (day: string) => boolean;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** The right of this instance to read a day for all instances. */
interface ReadingRight {
  lease: Lease;
  /** Whether the shared store holds outdated sums of the day. */
  hasSums: boolean;
}

/** The first page of a day with several pages. */
interface FirstPage {
  /** Contains the trips of this page. */
  summer: DaySummer;
  /** The number of all trips of the day. */
  trips: number;
  asOf: number;
  /** The right to read the other pages; null once it is released. */
  right: ReadingRight | null;
}

interface Reading {
  done: Promise<KnownDay>;
  counted: boolean;
  watchers: Set<() => boolean>;
}

/** Reads days of trips and stores their sums. At most one reading of a day runs at a time, over all instances. */
export function createDayReadings(options: DayReadingsOptions): DayReadings {
  const { api, tier, isRecent, now = Date.now } = options;
  const days = createKnownDays(isRecent, now);
  const firstPages = createBoundedMap<FirstPage>("dayFirstPages", {
    weigh: ({ summer }) => summer.weight(),
  });
  const underWay = new Map<string, Reading>();

  const isYoung = ({ asOf }: FirstPage) => now() - asOf < MAX_FIRST_PAGE_AGE_MS;

  /** Obtains the right to read a day, or the result of another instance. */
  async function claim(
    day: string,
    counted: boolean,
    throwIfUnwatched: () => void,
  ): Promise<{ known: KnownDay } | { known: null; right: ReadingRight }> {
    let isOutdated = false;
    for (;;) {
      throwIfUnwatched();
      const query = { resource: "day", key: day, fetch: noFetch };
      const claimed = await tier.claim({ ...query, freshMs: isOutdated ? 0 : days.freshMs(day) });
      const { entry, failure } = claimed;
      // The tier has validated the value with the schema of this resource.
      const known = entry && { ...(entry.value as Day), asOf: entry.asOf };
      // A long reading was stored long after its first page, so its age counts from `asOf`.
      const ageMs = entry ? Math.max(entry.ageMs, now() - entry.asOf) : 0;
      const isFresh = known && ageMs < days.freshMs(day) && !days.hasGoneOn(day, known);
      if (isFresh && (counted || known.groups !== null)) {
        if (claimed.claim === "granted") claimed.lease.release();
        return { known: days.keep(day, known, ageMs) };
      }
      if (claimed.claim === "granted") {
        return { known: null, right: { lease: claimed.lease, hasSums: Boolean(known?.groups) } };
      }
      if (failure && failure.coolMs > 0) {
        days.noteFailure(day, failure.error, failure.coolMs);
        throw failure.error;
      }
      // A day that was only counted, or was read before its end, is read again.
      if (claimed.claim === "not-needed" && !isOutdated) isOutdated = true;
      else await waited(POLL_MS);
    }
  }

  /** Keeps the first page of a day, and the right to read further pages, for a minute. */
  function keepFirstPage(day: string, first: FirstPage): void {
    firstPages.set(day, first);
    const renewal = setInterval(() => {
      const { right } = first;
      if (right === null || firstPages.peek(day) !== first) clearInterval(renewal);
      else if (isYoung(first)) right.lease.renew();
      else letGo(day);
    }, RENEW_MS).unref();
  }

  function letGo(day: string): void {
    const first = firstPages.peek(day);
    if (!first?.right) return;
    const { lease, hasSums } = first.right;
    first.right = null;
    const { asOf, ...value } = countOf(first);
    // Outdated sums in the shared store are better than a count.
    if (hasSums) lease.release();
    else lease.succeed({ value, asOf, known: true });
  }

  /** Adds a page to the sums of its day. */
  async function readPage(day: string, page: number, summer: DaySummer) {
    const result = await api.trips({ page, limit: PAGE_SIZE, date: day });
    await inShortTurns(result.trips, (trip) => summer.add(trip));
    return { trips: result.pagination.totalItems, isLast: isLast(result, page) };
  }

  async function readDay(
    day: string,
    counted: boolean,
    throwIfUnwatched: () => void,
  ): Promise<KnownDay> {
    const fresh = days.fresh(day, counted);
    if (fresh) return fresh;
    const ownRight = firstPages.peek(day)?.right;
    const claimed = ownRight
      ? { known: null, right: ownRight }
      : await claim(day, counted, throwIfUnwatched);
    if (claimed.known) return claimed.known;
    const { right } = claimed;
    const renewal = setInterval(() => right.lease.renew(), RENEW_MS).unref();
    try {
      const stored = firstPages.get(day);
      firstPages.delete(day);
      const usable = stored && isYoung(stored) && !days.hasGoneOn(day, stored) ? stored : null;
      const { summer, asOf } = usable ?? { summer: new DaySummer(), asOf: now() };
      const first = usable ? { ...usable, isLast: false } : await readPage(day, 1, summer);
      const { trips } = first;
      if (counted && !first.isLast) {
        keepFirstPage(day, { summer, trips, asOf, right });
        return days.keep(day, countOf({ trips, asOf }), now() - asOf);
      }
      for (let { isLast } = first, page = 2; !isLast; page += 1) {
        throwIfUnwatched();
        ({ isLast } = await readPage(day, page, summer));
      }
      const value = summer.day(trips);
      right.lease.succeed({ value, asOf, known: true });
      return days.keep(day, { ...value, asOf }, now() - asOf);
    } catch (error) {
      const isShared = error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (isShared) right.lease.fail({ error, count: 1, coolMs: coolDownMs(error) });
      else right.lease.release();
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    ...days,
    letGo,
    begin(day, counted, isWatched) {
      const previous = underWay.get(day);
      if (previous && (counted || !previous.counted)) {
        previous.watchers.add(isWatched);
        return { done: previous.done, isJoined: true };
      }
      const watchers = new Set([isWatched]);
      const throwIfUnwatched = () => {
        if (![...watchers].some((watches) => watches())) throw new UnwatchedError();
      };
      async function read() {
        // A running count delivers the first page of the sums.
        await previous?.done.catch(() => undefined);
        try {
          return await readDay(day, counted, throwIfUnwatched);
        } catch (cause) {
          if (cause instanceof UnwatchedError) throw cause;
          const error = cause instanceof UpstreamError ? cause : ownFault(cause, true);
          days.noteFailure(day, error);
          throw error;
        } finally {
          if (underWay.get(day) === reading) underWay.delete(day);
        }
      }
      const reading = { done: read(), counted, watchers };
      underWay.set(day, reading);
      return { done: reading.done, isJoined: false };
    },
  };
}

const countOf = ({ trips, asOf }: Pick<FirstPage, "trips" | "asOf">): KnownDay => {
  return { trips, unreadable: 0, groups: null, asOf };
};

/** Resolves after the given milliseconds. The timer does not keep the process alive. */
export function waited(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

/** @throws UpstreamError when pages repeat, or continue beyond their stated total */
function isLast({ trips, pagination }: TripPage, page: number): boolean {
  if (!pagination.hasNextPage) return true;
  const pages = Math.ceil(pagination.totalItems / Math.max(1, pagination.itemsPerPage));
  if (trips.length === 0 || pagination.currentPage !== page || page >= pages)
    throw invalidAnswerError();
  return false;
}

/** Placeholder of a query's fetch: the tier itself never fetches. */
const noFetch = () => Promise.reject(new Error("A day is not fetched by the cache"));
