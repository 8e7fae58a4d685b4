import type { Place, SlotLimit, Slots } from "../../limits/concurrency-limits.server";
import { clientNetwork } from "../../process/client-address.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { waited, type DayReadings } from "./day-readings.server";
import { COOL_DOWN_MS, isOfNetwork, type DayFailure, type KnownDay } from "./known-days.server";

/** Trips of a range that are summed up at most: a hundred calls. More are counted. */
export const MOST_TRIPS = 50_000;

/** A reading that nobody has looked at for so long ends. */
const WATCHED_MS = 30_000;

/** What is known of one day of a report, and why it could not be read, or not again. Both are null before it is read. */
export interface DayLook {
  known: KnownDay | null;
  failed: DayFailure | null;
}

/** What is known of the days of a report. */
export interface ReportLook {
  days: ReadonlyMap<string, DayLook>;
  /** Whether days are still being read, for the first time or anew. */
  isReading: boolean;
  /** Why days that are missing are not being read: too many exports are. */
  refused: SlotLimit | null;
}

/** Reads the days of reports, beside pages, in the places of exports. */
export interface ReportReader {
  /**
   * What is known of some days; begins to read what is not, in a place of the client's.
   *
   * @param ranges each is summed up or counted for itself
   * @param waitMs how long to wait for a reading to end
   */
  look(
    ranges: readonly (readonly string[])[],
    clientAddress: string,
    waitMs: number,
  ): Promise<ReportLook>;
}

/** The reading of one report's days, for all who look at it. */
interface Job {
  done: Promise<void>;
  /** The client network that began it. */
  network: string;
  /** Why days could not be read, refusals of that network included. */
  failures: Map<string, DayFailure>;
  /** Monotonic milliseconds. */
  lastLook: number;
}

export function createReportReader(days: DayReadings, exports: Slots): ReportReader {
  /** At most as many as there are places. */
  const jobs = new Map<string, Job>();

  /** Whether a range has too many trips to be summed up, as far as they are known. */
  function isTooLong(range: readonly string[]): boolean {
    const trips = range.reduce((sum, day) => sum + (days.known(day, true)?.trips ?? 0), 0);
    return trips > MOST_TRIPS;
  }

  /** Whether a reading would bring anything new of a day. @param counted whether a count is enough */
  function isDue(day: string, counted: boolean): boolean {
    return days.failure(day) === null && !days.isFresh(day, counted);
  }

  async function readRange(
    range: readonly string[],
    failures: Job["failures"],
    isWatched: () => boolean,
  ): Promise<void> {
    async function read(day: string, counted: boolean): Promise<void> {
      const { done, isJoined } = days.begin(day, counted, isWatched);
      try {
        await done;
        failures.delete(day);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (isJoined && isOfNetwork(error)) return read(day, counted);
        failures.set(day, { error, retryAt: error.retryAt ?? Date.now() + COOL_DOWN_MS });
      }
    }
    const counted: string[] = [];
    try {
      for (const day of range) {
        if (!isDue(day, true)) continue;
        counted.push(day);
        await read(day, true);
      }
      // Those first whose right to be read is held here: two instances would wait for each other.
      for (const day of new Set([...counted, ...range])) {
        if (!isTooLong(range) && isDue(day, false)) await read(day, false);
      }
    } finally {
      for (const day of counted) days.letGo(day);
    }
  }

  function start(
    key: string,
    ranges: readonly (readonly string[])[],
    network: string,
    place: Place,
  ): Job {
    const failures: Job["failures"] = new Map();
    const job: Job = { lastLook: performance.now(), done: Promise.resolve(), network, failures };
    const isWatched = () => performance.now() - job.lastLook < WATCHED_MS;
    async function read() {
      for (const range of ranges) await readRange(range, failures, isWatched);
    }
    job.done = read()
      .catch(() => undefined)
      .finally(() => {
        place.leave();
        jobs.delete(key);
      });
    jobs.set(key, job);
    return job;
  }

  async function look(
    ranges: readonly (readonly string[])[],
    clientAddress: string,
    waitMs: number,
  ): Promise<ReportLook> {
    const network = clientNetwork(clientAddress);
    const key = JSON.stringify(ranges);
    let refused: SlotLimit | null = null;
    let job = jobs.get(key);
    if (!job && ranges.some((range) => range.some((day) => isDue(day, isTooLong(range))))) {
      const place = await exports.take(clientAddress);
      job = jobs.get(key);
      if (typeof place === "string") refused = place;
      else if (job) place.leave();
      else job = start(key, ranges, network, place);
    }
    if (job) {
      job.lastLook = performance.now();
      await Promise.race([job.done, waited(waitMs)]);
      job.lastLook = performance.now();
    }
    // What another network was refused says nothing to this one, which reads for itself.
    const isOthers = ({ error }: DayFailure) => job?.network !== network && isOfNetwork(error);
    const failures = [...(job?.failures ?? [])];
    if (failures.some(([, failed]) => isOthers(failed)) && !jobs.has(key)) {
      return look(ranges, clientAddress, waitMs);
    }
    const told = new Map(failures.filter(([, failed]) => !isOthers(failed)));
    const looks = ranges.flatMap((range) => {
      const counted = isTooLong(range);
      return range.map((day): [string, DayLook] => {
        const failed = days.failure(day) ?? told.get(day) ?? null;
        return [day, { known: days.known(day, counted), failed }];
      });
    });
    return {
      days: new Map(looks),
      isReading: jobs.get(key) === job && job !== undefined,
      refused: job ? null : refused,
    };
  }

  return { look };
}
