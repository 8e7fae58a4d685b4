import type { Lease, SharedTier } from "../../cache/shared-tier.server";
import { createBoundedMap } from "../../process/memory-bounds.server";
import type { TripPage } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { notUnderstood, ownFault, UpstreamError } from "../../upstream/upstream-error.server";
import { DaySummer, type Day } from "./day-sums.server";
import { coolDownMs, createKnownDays, type KnownDay, type KnownDays } from "./known-days.server";

/** Trips asked for at once, as the export asks. */
const PAGE_SIZE = 500;

/** How often another instance's reading of the same day is asked after. */
const POLL_MS = 500;
/** How long the right to read a day lasts, and how often it is renewed meanwhile. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** Pages are joined to a first one that is no older: trips may be added and taken away in between. */
const JOINED_MS = 60_000;

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

export interface DayReadings extends Pick<KnownDays, "known" | "isFresh" | "failure"> {
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
  /** Whether presets lead to a day: other days, which visitors choose, take no place of it. */
  isRecent: (day: string) => boolean;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** The first page of a day. */
interface FirstPage {
  summer: DaySummer;
  page: TripPage;
  asOf: number;
}

/** Reads days of trips and keeps each one's sums: one reading of a day is under way at a time, over all instances. */
export function createDayReadings(options: DayReadingsOptions): DayReadings {
  const { api, tier, isRecent, now = Date.now } = options;
  const days = createKnownDays(isRecent, now);
  const firstPages = createBoundedMap<FirstPage>("dayFirstPages", {
    weigh: ({ summer }) => summer.weight(),
    ttl: JOINED_MS,
  });
  const underWay = new Map<string, DayReading & { watchers: Set<() => boolean> }>();

  /** The right to read a day for all instances, or what one of them has read. @param counted whether a count is enough */
  async function claim(
    day: string,
    counted: boolean,
    goOnUnlessUnwatched: () => void,
  ): Promise<{ known: KnownDay } | { known: null; lease: Lease; hasSums: boolean }> {
    let isWanting = false;
    for (;;) {
      goOnUnlessUnwatched();
      const query = { resource: "day", key: day, fetch: never };
      const claimed = await tier.claim({ ...query, freshMs: isWanting ? 0 : days.freshMs(day) });
      const { entry, failure } = claimed;
      // The tier's own shape for this resource.
      const known = entry && { ...(entry.value as Day), asOf: entry.asOf };
      const isFresh = known && entry.ageMs < days.freshMs(day) && !days.hasGoneOn(day, known);
      if (isFresh && (counted || known.groups !== null)) {
        if (claimed.claim === "granted") claimed.lease.release();
        return { known: days.keep(day, known, entry.ageMs) };
      }
      if (claimed.claim === "granted") {
        return { known: null, lease: claimed.lease, hasSums: Boolean(known?.groups) };
      }
      if (failure && failure.coolMs > 0) {
        days.noteFailure(day, failure.error, failure.coolMs);
        throw failure.error;
      }
      // What was only counted, or before the day's end, is read all the same.
      if (claimed.claim === "not-needed" && !isWanting) isWanting = true;
      else await waited(POLL_MS);
    }
  }

  async function readFirst(day: string): Promise<FirstPage> {
    const known = firstPages.get(day);
    if (known && now() - known.asOf < JOINED_MS && !days.hasGoneOn(day, known)) return known;
    const asOf = now();
    const page = await readPage(day, 1);
    const summer = new DaySummer();
    summer.add(page.trips);
    return { summer, page, asOf };
  }

  const readPage = (day: string, page: number) => api.trips({ page, limit: PAGE_SIZE, date: day });

  async function readPages(
    day: string,
    goOnUnlessUnwatched: () => void,
    onCount: (trips: number) => void,
    wantsSums: Promise<boolean>,
  ): Promise<KnownDay> {
    const first = await readFirst(day);
    const { summer, asOf } = first;
    const trips = first.page.pagination.totalItems;
    onCount(trips);
    for (let at = 1, { page } = first; !isLast(page, at); summer.add(page.trips)) {
      if (at === 1 && !(await wantsSums)) {
        firstPages.set(day, first);
        return { trips, unreadable: 0, groups: null, asOf };
      }
      firstPages.delete(day);
      goOnUnlessUnwatched();
      at += 1;
      page = await readPage(day, at);
    }
    return { ...summer.day(trips), asOf };
  }

  async function readDay(
    day: string,
    goOnUnlessUnwatched: () => void,
    onCount: (trips: number) => void,
    wantsSums: Promise<boolean>,
  ): Promise<KnownDay> {
    const known = days.fresh(day, true);
    let claimed = known ? { known } : await claim(day, true, goOnUnlessUnwatched);
    if (claimed.known) {
      onCount(claimed.known.trips);
      if (claimed.known.groups !== null || !(await wantsSums)) return claimed.known;
      claimed = await claim(day, false, goOnUnlessUnwatched);
      if (claimed.known) return claimed.known;
    }
    const { lease, hasSums } = claimed;
    const renewal = setInterval(() => lease.renew(), RENEW_MS).unref();
    try {
      const { asOf, ...value } = await readPages(day, goOnUnlessUnwatched, onCount, wantsSums);
      // Sums that are not fresh any more are better than a count.
      if (value.groups === null && hasSums) lease.release();
      else lease.succeed({ value, asOf, known: true });
      return days.keep(day, { ...value, asOf }, now() - asOf);
    } catch (error) {
      const told = error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (told) lease.fail({ error, count: 1, coolMs: coolDownMs(error) });
      else lease.release();
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    ...days,
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
        .catch((cause: unknown) => {
          if (cause instanceof Abandoned) throw cause;
          const error = cause instanceof UpstreamError ? cause : ownFault(cause, true);
          days.noteFailure(day, error);
          throw error;
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
