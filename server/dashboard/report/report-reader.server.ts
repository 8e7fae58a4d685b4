import type { Place, SlotLimit, Slots } from "../../limits/concurrency-limits.server";
import { ownFault, UpstreamError } from "../../upstream/upstream-error.server";
import { Abandoned, waited, type DayReading, type DayReadings } from "./day-readings.server";
import { COOL_DOWN_MS, isOfAsker, type DayFailure, type KnownDay } from "./known-days.server";

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
  /** Why days could not be read, refusals of the network that began the reading included. */
  failures: Map<string, DayFailure>;
  /** Monotonic milliseconds. */
  lastLook: number;
}

export function createReportReader(days: DayReadings, exports: Slots): ReportReader {
  /** At most as many as there are places. */
  const jobs = new Map<string, Job>();

  /** The number of trips of a range, as far as it is known. */
  function count(range: readonly string[]): number {
    return range.reduce((sum, day) => sum + (days.known(day)?.trips ?? 0), 0);
  }

  /** The days of a range that a reading would bring anything new of. */
  function due(range: readonly string[]): string[] {
    const countsAlone = count(range) > MOST_TRIPS;
    return range.filter((day) => {
      if (days.failure(day) !== null) return false;
      return !days.isFresh(day, countsAlone);
    });
  }

  async function readRange(
    range: readonly string[],
    failures: Job["failures"],
    isWatched: () => boolean,
  ): Promise<void> {
    const begun: DayReading[] = [];
    const noteFailure = (day: string) => (cause: unknown) => {
      if (cause instanceof Abandoned) throw cause;
      const error = cause instanceof UpstreamError ? cause : ownFault(cause, true);
      failures.set(day, { error, retryAt: error.retryAt ?? Date.now() + COOL_DOWN_MS });
      return 0;
    };
    try {
      let trips = count(range.filter((day) => days.isFresh(day, true)));
      for (const day of due(range)) {
        if (days.isFresh(day, true)) continue;
        const reading = days.begin(day, isWatched);
        begun.push(reading);
        trips += await reading.counted.catch(noteFailure(day));
      }
      const wantsSums = trips <= MOST_TRIPS;
      for (const day of wantsSums ? range : []) {
        if (!due(range).includes(day)) continue;
        const reading = days.begin(day, isWatched);
        reading.decide(true);
        await reading.done.then(() => failures.delete(day), noteFailure(day));
      }
      // What is not due for sums is wanted for its count.
      for (const reading of begun) reading.decide(false);
      await Promise.allSettled(begun.map(({ done }) => done));
    } finally {
      // What was left undecided would stand for ever, and hand its old first page to a later report.
      for (const reading of begun) reading.abandon();
    }
  }

  function start(key: string, ranges: readonly (readonly string[])[], place: Place): Job {
    const failures: Job["failures"] = new Map();
    const job: Job = { lastLook: performance.now(), done: Promise.resolve(), failures };
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
    const all = ranges.flat();
    const key = JSON.stringify(ranges);
    let refused: SlotLimit | null = null;
    let job = jobs.get(key);
    let joined = job;
    if (!job && ranges.some((range) => due(range).length > 0)) {
      const place = await exports.take(clientAddress);
      job = jobs.get(key);
      if (typeof place === "string") refused = place;
      else if (job) {
        place.leave();
        joined = job;
      } else job = start(key, ranges, place);
    }
    if (job) {
      job.lastLook = performance.now();
      await Promise.race([job.done, waited(waitMs)]);
      job.lastLook = performance.now();
    }
    // What another network was refused says nothing to this one, which reads for itself.
    const isRefused = [...(joined?.failures.values() ?? [])].some(({ error }) => isOfAsker(error));
    if (isRefused && !jobs.has(key)) return look(ranges, clientAddress, waitMs);
    const lookAt = (day: string): DayLook => ({
      known: days.known(day),
      failed: days.failure(day) ?? job?.failures.get(day) ?? null,
    });
    return {
      days: new Map(all.map((day) => [day, lookAt(day)])),
      isReading: jobs.get(key) === job && job !== undefined,
      refused: job ? null : refused,
    };
  }

  return { look };
}
