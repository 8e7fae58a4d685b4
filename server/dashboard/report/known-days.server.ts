import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import { isOfAsker, type UpstreamError } from "../../upstream/upstream-error.server";
import type { Day } from "./day-sums.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** For how long the sums of a day that is over are fresh, and those of a day that goes on. */
const OVER_FRESH_MS = 60 * 60 * 1000;
const RUNNING_FRESH_MS = 60 * 1000;
/** Older sums are not shown any more. */
const LONGEST_AGE_MS = DAY_MS;
/** A day that could not be read is asked for again after so long, or when the upstream says. */
export const COOL_DOWN_MS = 30_000;
/** Two ranges of 31 days: what presets lead to, compared with the days before. */
const RECENT_DAYS = 62;

/** What is known of a day, and when it was read, in epoch milliseconds. */
export type KnownDay = Day & { asOf: number };

/** Why a day could not be read, and from when on it is asked for again, in epoch milliseconds. */
export interface DayFailure {
  error: UpstreamError;
  retryAt: number;
}

/** Whether a failure concerns the network that asked alone: its limits, and its own breaker. */
export function isOfNetwork(error: UpstreamError): boolean {
  return error.kind === "circuit-open" || isOfAsker(error);
}

interface StoredDay {
  known: KnownDay;
  /** Monotonic milliseconds of the reading. */
  readAt: number;
}

/** Whether a day is one of those before a moment that presets lead to. @param newest epoch milliseconds */
export function isRecentDay(day: string, newest: number): boolean {
  const daysBefore = (newest - Date.parse(day)) / DAY_MS;
  return daysBefore >= 0 && daysBefore < RECENT_DAYS;
}

export type KnownDays = ReturnType<typeof createKnownDays>;

/**
 * What this process knows of days, and for how long. Other days give way to recent ones.
 *
 * @param isRecent whether presets lead to a day
 * @param now epoch milliseconds
 */
export function createKnownDays(isRecent: (day: string) => boolean, now: () => number) {
  const sums = createBoundedMap<StoredDay>("daySums", { weigh: weightOf });
  const counts = createBoundedMap<StoredDay>("dayCounts");
  const failures = createBoundedMap<DayFailure & { until: number }>("dayFailures");

  const endOf = (day: string) => Date.parse(day) + DAY_MS;

  /** Sums of a day that is over are fresh if they were read after its end. */
  function freshMs(day: string): number {
    const sinceEnd = now() - endOf(day);
    return sinceEnd > 0 ? Math.min(OVER_FRESH_MS, sinceEnd) : RUNNING_FRESH_MS;
  }

  /** Whether a day has ended since it was read. */
  const hasGoneOn = (day: string, { asOf }: Pick<KnownDay, "asOf">) =>
    asOf < endOf(day) && now() >= endOf(day);

  function within(stored: StoredDay | undefined, day: string, mostMs: number): KnownDay | null {
    if (!stored || performance.now() - stored.readAt >= mostMs) return null;
    return hasGoneOn(day, stored.known) ? null : stored.known;
  }

  function keep(day: string, known: KnownDay, ageMs: number): KnownDay {
    const stored = { known, readAt: performance.now() - ageMs };
    failures.delete(day);
    if (known.groups === null) {
      counts.set(day, stored);
      return known;
    }
    const most = sums.maxSize - weightOf(stored) - ENTRY_BYTES;
    for (const other of isRecent(day) ? [] : sums.rkeys()) {
      if (sums.calculatedSize < most) break;
      if (!isRecent(other)) sums.delete(other);
    }
    sums.set(day, stored);
    return known;
  }

  /** What is refused to the network that began the reading says nothing of the day. */
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
     * Null where nothing is known, or what is known is too old, or of a day that has gone on since.
     *
     * @param counted whether the newest number of trips is wanted, else sums where there are any
     */
    known(day: string, counted: boolean): KnownDay | null {
      const summed = within(sums.get(day), day, LONGEST_AGE_MS);
      const count = within(counts.get(day), day, LONGEST_AGE_MS);
      const isNewer = counted && count !== null && summed !== null && count.asOf > summed.asOf;
      return isNewer ? count : (summed ?? count);
    },
    /** Why the day could not be read, while its cool-down lasts. */
    failure(day: string): DayFailure | null {
      const failed = failures.get(day);
      return failed && performance.now() < failed.until ? failed : null;
    },
  };
}

/** What a stored day takes beside its groups, and more. */
const ENTRY_BYTES = 512;

export const coolDownMs = ({ retryAfterMs = 0 }: UpstreamError) =>
  Math.max(COOL_DOWN_MS, retryAfterMs);

/** About what the groups of a day take: sixteen numbers each, and their texts. */
function weightOf({ known }: StoredDay): number {
  let bytes = 0;
  for (const { wallet, country } of known.groups ?? []) {
    bytes += 256 + textBytes(wallet ?? "") + textBytes(country ?? "");
  }
  return bytes;
}
