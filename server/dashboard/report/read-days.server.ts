import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { DAY_MS } from "~/lib/day";
import type {
  Cached,
  Policy,
  StaleWhileRevalidateCache,
} from "../../cache/stale-while-revalidate.server";
import type { SlotLimit, Slots } from "../../limits/slots.server";
import type { CoreApi } from "../../upstream/core-api.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { MOST_TRIPS, readDay, type Day } from "./day-trips.server";

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Longest wait for the days of a report. After that, the report has the days that are known. */
const WAIT_MS = 1_500;
/** No further day is read for a range that nobody has asked for during this time. */
const UNWATCHED_MS = 30_000;
/** Interval at which is checked whether a day's refresh in the background has ended. */
const CHECK_MS = 100;

/** What is known of one day. */
interface KnownDay {
  /** The trips of the day; null while there are none. */
  known: Cached<Day> | null;
  /** Why the day could not be read just now. */
  failure: UpstreamError | null;
  /** Whether the day has to be read, for the first time or again. */
  isDue: boolean;
}

/** What is known of the days of a range. */
export interface KnownDays {
  days: ReadonlyMap<string, KnownDay>;
  isReading: boolean;
  /** Why the days that are due are not being read: no slot of the exports is free. */
  refused: SlotLimit | null;
}

interface ReportDaysOptions {
  /** The API client of exports: pages never wait for its calls. */
  api: Pick<CoreApi, "trips">;
  cache: Pick<StaleWhileRevalidateCache, "read" | "readNow">;
  exports: Slots;
}

export type ReportDays = ReturnType<typeof createReportDays>;

/** Creates the reader of the days of reports. The trips of a day are a cached answer, like any other. */
export function createReportDays({ api, cache, exports }: ReportDaysOptions) {
  /** The ranges that are being read. Each holds a slot of the exports, which bounds their number. */
  const readings = new Map<string, { done: Promise<void>; askedAt: number }>();

  const queryOf = (day: string, freshMs: number) =>
    [`day:${day}`, { resource: "day", freshMs } satisfies Policy, () => readDay(api, day)] as const;

  function look(day: string): KnownDay {
    // With this fresh time a look never starts a refresh, which needs a slot.
    const found = cache.readNow(...queryOf(day, Infinity));
    if (found === null) return { known: null, failure: null, isDue: true };
    if ("value" in found) {
      return { known: found, failure: null, isDue: Date.now() - found.asOf >= freshMs(day) };
    }
    if (!(found.failure instanceof UpstreamError)) throw found.failure;
    return { known: null, failure: found.failure, isDue: false };
  }

  /** Reads a day, and waits until that has succeeded or failed. The cache keeps the failure for the next look. */
  async function readAnew(day: string): Promise<void> {
    const read = () => cache.read(...queryOf(day, freshMs(day))).catch(() => null);
    while ((await read())?.state === "refreshing") await delay(CHECK_MS);
  }

  /** Reads the days of a range that are due, two at a time, while somebody asks for them. */
  async function readRange(range: readonly string[], isWatched: () => boolean): Promise<void> {
    const twoAtATime = pLimit(2);
    const isWanted = () => isWatched() && !isTooLong(range.map(look));
    const due = range.filter((day) => look(day).isDue);
    await twoAtATime.map(due, async (day) => isWanted() && readAnew(day));
  }

  /**
   * Returns what is known of the days of a range, after a short wait while days are being read.
   *
   * @param clientAddress whose slot of the exports a new reading takes
   */
  async function read(range: readonly string[], clientAddress: string): Promise<KnownDays> {
    const key = range.join();
    const known = range.map(look);
    const isDue = known.some((day) => day.isDue) && !isTooLong(known);
    const slot = isDue && !readings.has(key) ? exports.take(clientAddress) : null;
    if (slot !== null && typeof slot !== "string") {
      const reading = { askedAt: Date.now(), done: Promise.resolve() };
      readings.set(key, reading);
      reading.done = readRange(range, () => Date.now() - reading.askedAt < UNWATCHED_MS)
        // A fault of ours is thrown again by the look that follows.
        .catch(() => undefined)
        .finally(() => {
          slot.leave();
          readings.delete(key);
        });
    }
    const reading = readings.get(key);
    if (reading) {
      reading.askedAt = Date.now();
      await Promise.race([reading.done, delay(WAIT_MS, undefined, { ref: false })]);
    }
    const days = new Map(range.map((day) => [day, look(day)]));
    const refused = typeof slot === "string" ? slot : null;
    return { days, refused, isReading: readings.has(key) };
  }

  return { read };
}

/** Whether the known days of a range have more trips than are summed up. */
export function isTooLong(days: readonly KnownDay[]): boolean {
  return days.reduce((sum, { known }) => sum + (known?.value.stated ?? 0), 0) > MOST_TRIPS;
}

/** How long the trips of a day are fresh. Those that were read before the day's end are not, once it has ended. */
function freshMs(day: string): number {
  const sinceEnd = Date.now() - (Date.parse(day) + DAY_MS);
  return sinceEnd < 0 ? MINUTE_MS : Math.min(HOUR_MS, sinceEnd);
}
