import { createBoundedMap } from "../../process/memory-bounds.server";
import { inShortTurns } from "../../resilience/short-turns.server";
import type { TripPage } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { invalidAnswerError, ownFault, UpstreamError } from "../../upstream/upstream-error.server";
import { DaySummer } from "./day-sums.server";
import { createKnownDays, type KnownDay, type KnownDays } from "./known-days.server";

/** Trips per call, as for the export. */
const PAGE_SIZE = 500;

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
}

export interface DayReadingsOptions {
  /** The API client of exports, which is separate from the client of pages. */
  api: Pick<CoreApi, "trips">;
  /** Whether a day belongs to a preset range. Days that visitors choose never evict such days. */
  isRecent: (day: string) => boolean;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** The first page of a day with several pages. */
interface FirstPage {
  /** Contains the trips of this page. */
  summer: DaySummer;
  /** The number of all trips of the day. */
  trips: number;
  asOf: number;
}

interface Reading {
  done: Promise<KnownDay>;
  counted: boolean;
  watchers: Set<() => boolean>;
}

/** Reads days of trips and stores their sums. At most one reading of a day runs at a time. */
export function createDayReadings(options: DayReadingsOptions): DayReadings {
  const { api, isRecent, now = Date.now } = options;
  const days = createKnownDays(isRecent, now);
  const firstPages = createBoundedMap<FirstPage>("dayFirstPages", {
    weigh: ({ summer }) => summer.weight(),
  });
  const underWay = new Map<string, Reading>();

  const isYoung = ({ asOf }: FirstPage) => now() - asOf < MAX_FIRST_PAGE_AGE_MS;

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
    throwIfUnwatched();
    const stored = firstPages.get(day);
    firstPages.delete(day);
    const usable = stored && isYoung(stored) && !days.hasGoneOn(day, stored) ? stored : null;
    const { summer, asOf } = usable ?? { summer: new DaySummer(), asOf: now() };
    const first = usable ? { ...usable, isLast: false } : await readPage(day, 1, summer);
    const { trips } = first;
    if (counted && !first.isLast) {
      firstPages.set(day, { summer, trips, asOf });
      return days.keep(day, countOf({ trips, asOf }), now() - asOf);
    }
    for (let { isLast } = first, page = 2; !isLast; page += 1) {
      throwIfUnwatched();
      ({ isLast } = await readPage(day, page, summer));
    }
    const value = summer.day(trips);
    return days.keep(day, { ...value, asOf }, now() - asOf);
  }

  return {
    ...days,
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
