import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import { concernsOneNetwork, type UpstreamError } from "../../upstream/upstream-error.server";
import type { Day } from "./day-sums.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Fresh time of the sums of a past day, and of the current day. */
const OVER_FRESH_MS = 60 * 60 * 1000;
const RUNNING_FRESH_MS = 60 * 1000;
/** Older sums are not shown. */
const LONGEST_AGE_MS = DAY_MS;
/** Cool-down after a failed reading of a day, unless the upstream asks for a longer one. */
export const COOL_DOWN_MS = 30_000;
/** Two ranges of 31 days: the longest preset, and the days before it. */
const RECENT_DAYS = 62;

/** The data of a day, and when it was read, in epoch milliseconds. */
export type KnownDay = Day & { asOf: number };

/** Why a day could not be read, and when it can be read again, in epoch milliseconds. */
export interface DayFailure {
  error: UpstreamError;
  retryAt: number;
}

/** Whether a failure concerns only the requesting network: its limits, or its own breaker. */
export function isOfNetwork(error: UpstreamError): boolean {
  return error.kind === "circuit-open" || concernsOneNetwork(error);
}

interface StoredDay {
  known: KnownDay;
  /** Monotonic milliseconds of the reading. */
  readAt: number;
}

/** Whether a day is one of the last days before a time, which presets cover. @param newest epoch milliseconds */
export function isRecentDay(day: string, newest: number): boolean {
  const daysBefore = (newest - Date.parse(day)) / DAY_MS;
  return daysBefore >= 0 && daysBefore < RECENT_DAYS;
}

export type KnownDays = ReturnType<typeof createKnownDays>;

/**
 * Creates the store of days in this process. Other days are evicted before recent ones.
 *
 * @param isRecent whether a day belongs to a preset range
 * @param now the wall clock in epoch milliseconds
 */
export function createKnownDays(isRecent: (day: string) => boolean, now: () => number) {
  const sums = createBoundedMap<StoredDay>("daySums", { weigh: weightOf });
  const counts = createBoundedMap<StoredDay>("dayCounts");
  const failures = createBoundedMap<DayFailure & { until: number }>("dayFailures");

  const endOf = (day: string) => Date.parse(day) + DAY_MS;

  /** Fresh time of a day. Sums of a past day are fresh only if they were read after its end. */
  function freshMs(day: string): number {
    const sinceEnd = now() - endOf(day);
    return sinceEnd > 0 ? Math.min(OVER_FRESH_MS, sinceEnd) : RUNNING_FRESH_MS;
  }

  /** Whether a day has ended since it was read. */
  const hasGoneOn = (day: string, { asOf }: Pick<KnownDay, "asOf">) =>
    asOf < endOf(day) && now() >= endOf(day);

  function within(stored: StoredDay | undefined, day: string, maxAgeMs: number): KnownDay | null {
    if (!stored || performance.now() - stored.readAt >= maxAgeMs) return null;
    return hasGoneOn(day, stored.known) ? null : stored.known;
  }

  function keep(day: string, known: KnownDay, ageMs: number): KnownDay {
    const stored = { known, readAt: performance.now() - ageMs };
    failures.delete(day);
    if (known.groups === null) {
      counts.set(day, stored);
      return known;
    }
    const room = sums.maxSize - weightOf(stored) - ENTRY_BYTES;
    for (const other of isRecent(day) ? [] : sums.rkeys()) {
      if (sums.calculatedSize < room) break;
      if (!isRecent(other)) sums.delete(other);
    }
    sums.set(day, stored);
    return known;
  }

  /** Stores a failure of a day, except refusals that only concern the network that started the reading. */
  function noteFailure(day: string, error: UpstreamError, coolMs = coolDownMs(error)): void {
    if (isOfNetwork(error) || failures.get(day)?.error === error) return;
    failures.set(day, { error, retryAt: now() + coolMs, until: performance.now() + coolMs });
  }

  /** @param counted whether the number of trips is enough */
  function fresh(day: string, counted: boolean): KnownDay | null {
    const known = within(sums.get(day), day, freshMs(day));
    return known ?? (counted ? within(counts.get(day), day, freshMs(day)) : null);
  }

  return {
    freshMs,
    hasGoneOn,
    fresh,
    keep,
    noteFailure,
    isFresh: (day: string, counted: boolean) => fresh(day, counted) !== null,
    /**
     * The stored data of a day. Null when there is none, when it is too old, or when it was read before the end of a
     * day that is over now.
     *
     * @param counted whether the newest number of trips is wanted; otherwise sums are preferred
     */
    known(day: string, counted: boolean): KnownDay | null {
      const summed = within(sums.get(day), day, LONGEST_AGE_MS);
      const count = within(counts.get(day), day, LONGEST_AGE_MS);
      const isNewer = counted && count !== null && summed !== null && count.asOf > summed.asOf;
      return isNewer ? count : (summed ?? count);
    },
    /** Why the day could not be read, while its cool-down lasts. */
    failure(day: string): DayFailure | null {
      const failure = failures.get(day);
      return failure && performance.now() < failure.until ? failure : null;
    },
  };
}

/** Upper bound of a stored day's memory in bytes, without its groups. */
const ENTRY_BYTES = 512;

export const coolDownMs = ({ retryAfterMs = 0 }: UpstreamError) =>
  Math.max(COOL_DOWN_MS, retryAfterMs);

/** Estimated memory of a day's groups in bytes: sixteen numbers each, and their texts. */
function weightOf({ known }: StoredDay): number {
  let bytes = 0;
  for (const { wallet, country } of known.groups ?? []) {
    bytes += 256 + textBytes(wallet ?? "") + textBytes(country ?? "");
  }
  return bytes;
}
