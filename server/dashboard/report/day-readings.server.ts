import type { Lease, SharedTier } from "../../cache/shared-tier.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import type { TripPage } from "../../upstream/contracts/trips.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { notUnderstood, ownFault, UpstreamError } from "../../upstream/upstream-error.server";
import { DaySummer, type Day } from "./day-sums.server";

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
/** Failures that concern the network that asked: its limits, and its own breaker. */
const OF_ASKER: readonly UpstreamError["kind"][] = ["busy", "over-limit", "circuit-open"];
/** Two ranges of 31 days: what presets lead to, compared with the days before. */
const RECENT_DAYS = 62;

/** What is known of a day, and when it was read, in epoch milliseconds. */
export type KnownDay = Day & { asOf: number };

/** Why a day could not be read, and from when on it is asked for again, in epoch milliseconds. */
export interface DayFailure {
  error: UpstreamError;
  retryAt: number;
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
  /** @returns null where nothing is known, or what is known is too old, or of a day that has gone on since */
  known(day: string): KnownDay | null;
  isFresh(day: string): boolean;
  /** Why the day could not be read, while its cool-down lasts. */
  failure(day: string): DayFailure | null;
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

/** The first page of a day that was only counted. */
interface Begun {
  summer: DaySummer;
  page: TripPage;
  asOf: number;
}

interface StoredDay {
  known: KnownDay;
  /** Monotonic milliseconds. */
  arrived: number;
  begun: Begun | undefined;
}

/** Whether a day is one of those before a moment that presets lead to. @param newest epoch milliseconds */
export function isRecentDay(day: string, newest: number): boolean {
  const daysBefore = (newest - Date.parse(day)) / DAY_MS;
  return daysBefore >= 0 && daysBefore < RECENT_DAYS;
}

/** Reads days of trips and keeps each one's sums: one reading of a day is under way at a time, over all instances. */
export function createDayReadings(options: DayReadingsOptions): DayReadings {
  const { api, tier, isRecent, now = Date.now } = options;
  const days = createBoundedMap<StoredDay>("daySums", { weigh: weightOf });
  const failures = createBoundedMap<DayFailure & { until: number }>("dayFailures");
  const underWay = new Map<string, DayReading & { watchers: Set<() => boolean> }>();

  const endOf = (day: string) => Date.parse(day) + DAY_MS;

  /** Sums of a day that is over are fresh if they were read after its end. */
  function freshMs(day: string): number {
    const sinceEnd = now() - endOf(day);
    return sinceEnd > 0 ? Math.min(OVER_FRESH_MS, sinceEnd) : RUNNING_FRESH_MS;
  }

  function fresh(day: string): StoredDay | null {
    const stored = days.get(day);
    return stored && performance.now() - stored.arrived < freshMs(day) ? stored : null;
  }

  function keep(day: string, known: KnownDay, begun?: Begun, ageMs = 0): KnownDay {
    const stored = { known, begun, arrived: performance.now() - ageMs };
    const most = days.maxSize - weightOf(stored);
    for (const other of isRecent(day) ? [] : days.rkeys()) {
      if (days.calculatedSize < most) break;
      if (!isRecent(other)) days.delete(other);
    }
    days.set(day, stored);
    failures.delete(day);
    return known;
  }

  /** What is refused to the network that began the reading says nothing of the day. */
  function noteFailure(day: string, cause: unknown): UpstreamError {
    const error = cause instanceof UpstreamError ? cause : ownFault(cause, true);
    if (OF_ASKER.includes(error.kind)) return error;
    const coolMs = Math.max(COOL_DOWN_MS, error.retryAfterMs ?? 0);
    const until = performance.now() + coolMs;
    failures.set(day, { error, retryAt: now() + coolMs, until });
    return error;
  }

  /** The right to read a day for all instances, or what one of them has read, if it is enough. */
  async function claim(
    day: string,
    isEnough: (known: KnownDay) => boolean,
    goOnUnlessUnwatched: () => void,
  ): Promise<Lease | KnownDay> {
    let isWanting = false;
    for (;;) {
      goOnUnlessUnwatched();
      const query = { resource: "day", key: day, fetch: never };
      const claimed = await tier.claim({ ...query, freshMs: isWanting ? 0 : freshMs(day) });
      const { entry, failure } = claimed;
      if (entry && entry.ageMs < freshMs(day)) {
        const known = { ...(entry.value as Day), asOf: entry.asOf }; // the tier's own shape for this resource
        if (isEnough(known)) {
          if (claimed.claim === "granted") claimed.lease.release();
          return keep(day, known, undefined, entry.ageMs);
        }
      }
      if (claimed.claim === "granted") return claimed.lease;
      if (failure) throw failure.error;
      // What was only counted is read all the same where sums are wanted.
      if (claimed.claim === "not-needed") isWanting = true;
      else await waited(POLL_MS);
    }
  }

  /** Reads under a lease, and tells the other instances what came of it. */
  async function readUnder(
    lease: Lease,
    day: string,
    read: () => Promise<{ known: KnownDay; begun?: Begun }>,
  ): Promise<KnownDay> {
    try {
      const { known, begun } = await read();
      const { asOf, ...value } = known;
      lease.succeed({ value, asOf, known: true });
      return keep(day, known, begun);
    } catch (error) {
      if (error instanceof UpstreamError && error.sent && error.kind !== "internal") {
        const coolMs = Math.max(COOL_DOWN_MS, error.retryAfterMs ?? 0);
        lease.fail({ error, count: 1, coolMs });
      } else lease.release();
      throw error;
    }
  }

  const readPage = (day: string, page: number) => api.trips({ page, limit: PAGE_SIZE, date: day });

  async function readFirst(day: string): Promise<Begun> {
    const asOf = now();
    const page = await readPage(day, 1);
    const summer = new DaySummer();
    summer.add(page.trips);
    return { summer, page, asOf };
  }

  /** Reads the first page of a day, which is all of most days. */
  async function countDay(day: string, goOnUnlessUnwatched: () => void): Promise<KnownDay> {
    const claimed = await claim(day, () => true, goOnUnlessUnwatched);
    if ("asOf" in claimed) return claimed;
    return readUnder(claimed, day, async () => {
      const begun = await readFirst(day);
      const { summer, page, asOf } = begun;
      const trips = page.pagination.totalItems;
      if (isLast(page, 1)) return { known: { ...summer.day(trips), asOf } };
      return { known: { trips, unreadable: 0, groups: null, asOf }, begun };
    });
  }

  async function sumUpDay(day: string, goOnUnlessUnwatched: () => void): Promise<KnownDay> {
    const claimed = await claim(day, ({ groups }) => groups !== null, goOnUnlessUnwatched);
    if ("asOf" in claimed) return claimed;
    return readUnder(claimed, day, async () => {
      const begun = fresh(day)?.begun ?? (await readFirst(day));
      const { summer, asOf } = begun;
      for (let at = 1, { page } = begun; !isLast(page, at); summer.add(page.trips)) {
        goOnUnlessUnwatched();
        claimed.renew();
        at += 1;
        page = await readPage(day, at);
      }
      return { known: { ...summer.day(begun.page.pagination.totalItems), asOf } };
    });
  }

  async function readDay(
    day: string,
    goOnUnlessUnwatched: () => void,
    onCount: (trips: number) => void,
    wantsSums: Promise<boolean>,
  ): Promise<KnownDay> {
    const counted = fresh(day)?.known ?? (await countDay(day, goOnUnlessUnwatched));
    onCount(counted.trips);
    if (counted.groups !== null || !(await wantsSums)) return counted;
    return sumUpDay(day, goOnUnlessUnwatched);
  }

  return {
    known(day) {
      const stored = days.get(day);
      if (!stored || performance.now() - stored.arrived > LONGEST_AGE_MS) return null;
      const hasGoneOn = stored.known.asOf < endOf(day) && now() >= endOf(day);
      return hasGoneOn ? null : stored.known;
    },
    isFresh: (day) => fresh(day) !== null,
    failure(day) {
      const failed = failures.get(day);
      return failed && performance.now() < failed.until ? failed : null;
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

/** About what a page of trips takes, the sums of its wallets and the ids included. */
const BEGUN_BYTES = 512 * 1024;

/** About what the groups of a day take: sixteen numbers each, and their texts. */
function weightOf({ known, begun }: Pick<StoredDay, "known" | "begun">): number {
  let bytes = begun ? BEGUN_BYTES : 0;
  for (const { wallet, country } of known.groups ?? []) {
    bytes += 256 + textBytes(wallet ?? "") + textBytes(country ?? "");
  }
  return bytes;
}
