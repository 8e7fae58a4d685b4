import type { Lease, SharedTier } from "../../cache/shared-tier.server";
import { createBoundedMap } from "../../process/memory-bounds.server";
import { inShortTurns } from "../../resilience/short-turns.server";
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

/** A reading of one day that is under way. */
export interface DayReading {
  /** Rejects with an UpstreamError, or as {@link Abandoned}. */
  done: Promise<KnownDay>;
  /** Whether it was begun before: what the network that began it is refused says nothing to others. */
  isJoined: boolean;
}

export interface DayReadings extends Pick<KnownDays, "known" | "isFresh" | "failure"> {
  /**
   * The reading of a day that is under way; begins it if none is.
   *
   * @param counted whether the number of trips is enough: only the first page is read then
   * @param isWatched a reading that nobody watches ends before its next page
   */
  begin(day: string, counted: boolean, isWatched: () => boolean): DayReading;
  /** Lets other instances sum up a day that was counted here. */
  letGo(day: string): void;
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

/** The right to read a day for all instances. */
interface Right {
  lease: Lease;
  /** Whether instances share sums of the day, which are not fresh any more. */
  hasSums: boolean;
}

/** The first page of a day that has more. */
interface FirstPage {
  /** Has the trips of this page. */
  summer: DaySummer;
  /** The number of all trips. */
  trips: number;
  asOf: number;
  /** To read the other pages, until it is let go. */
  right: Right | null;
}

interface Reading {
  done: Promise<KnownDay>;
  counted: boolean;
  watchers: Set<() => boolean>;
}

/** Reads days of trips and keeps each one's sums: one reading of a day is under way at a time, over all instances. */
export function createDayReadings(options: DayReadingsOptions): DayReadings {
  const { api, tier, isRecent, now = Date.now } = options;
  const days = createKnownDays(isRecent, now);
  const firstPages = createBoundedMap<FirstPage>("dayFirstPages", {
    weigh: ({ summer }) => summer.weight(),
  });
  const underWay = new Map<string, Reading>();

  const isYoung = ({ asOf }: FirstPage) => now() - asOf < JOINED_MS;

  /** The right to read a day, or what another instance has read. */
  async function claim(
    day: string,
    counted: boolean,
    goOnUnlessUnwatched: () => void,
  ): Promise<{ known: KnownDay } | { known: null; right: Right }> {
    let isWanting = false;
    for (;;) {
      goOnUnlessUnwatched();
      const query = { resource: "day", key: day, fetch: never };
      const claimed = await tier.claim({ ...query, freshMs: isWanting ? 0 : days.freshMs(day) });
      const { entry, failure } = claimed;
      // The tier's own shape for this resource.
      const known = entry && { ...(entry.value as Day), asOf: entry.asOf };
      // A long reading was stored long after its first page.
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
      // What was only counted, or before the day's end, is read all the same.
      if (claimed.claim === "not-needed" && !isWanting) isWanting = true;
      else await waited(POLL_MS);
    }
  }

  /** Keeps the first page of a day, and the right to read on, for a minute. */
  function hold(day: string, first: FirstPage): void {
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
    // Sums that are not fresh any more are better than a count.
    if (hasSums) lease.release();
    else lease.succeed({ value, asOf, known: true });
  }

  /** Adds a page to the sums of its day. */
  async function readPage(day: string, page: number, summer: DaySummer) {
    const found = await api.trips({ page, limit: PAGE_SIZE, date: day });
    await inShortTurns(found.trips, (trip) => summer.add(trip));
    return { trips: found.pagination.totalItems, isLast: isLast(found, page) };
  }

  async function readDay(
    day: string,
    counted: boolean,
    goOnUnlessUnwatched: () => void,
  ): Promise<KnownDay> {
    const fresh = days.fresh(day, counted);
    if (fresh) return fresh;
    const held = firstPages.peek(day)?.right;
    const claimed = held
      ? { known: null, right: held }
      : await claim(day, counted, goOnUnlessUnwatched);
    if (claimed.known) return claimed.known;
    const { right } = claimed;
    const renewal = setInterval(() => right.lease.renew(), RENEW_MS).unref();
    try {
      const kept = firstPages.get(day);
      firstPages.delete(day);
      const usable = kept && isYoung(kept) && !days.hasGoneOn(day, kept) ? kept : null;
      const { summer, asOf } = usable ?? { summer: new DaySummer(), asOf: now() };
      const first = usable ? { ...usable, isLast: false } : await readPage(day, 1, summer);
      const { trips } = first;
      if (counted && !first.isLast) {
        hold(day, { summer, trips, asOf, right });
        return days.keep(day, countOf({ trips, asOf }), now() - asOf);
      }
      for (let { isLast } = first, page = 2; !isLast; page += 1) {
        goOnUnlessUnwatched();
        ({ isLast } = await readPage(day, page, summer));
      }
      const value = summer.day(trips);
      right.lease.succeed({ value, asOf, known: true });
      return days.keep(day, { ...value, asOf }, now() - asOf);
    } catch (error) {
      const told = error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (told) right.lease.fail({ error, count: 1, coolMs: coolDownMs(error) });
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
      const before = underWay.get(day);
      if (before && (counted || !before.counted)) {
        before.watchers.add(isWatched);
        return { done: before.done, isJoined: true };
      }
      const watchers = new Set([isWatched]);
      const goOnUnlessUnwatched = () => {
        if (![...watchers].some((watches) => watches())) throw new Abandoned();
      };
      async function read() {
        // Sums are made of the page that is being counted.
        await before?.done.catch(() => undefined);
        try {
          return await readDay(day, counted, goOnUnlessUnwatched);
        } catch (cause) {
          if (cause instanceof Abandoned) throw cause;
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
