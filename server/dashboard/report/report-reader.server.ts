import type { Place, SlotLimit, Slots } from "../../limits/concurrency-limits.server";
import { clientNetwork } from "../../process/client-address.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { waited, type DayReadings } from "./day-readings.server";
import { COOL_DOWN_MS, isOfNetwork, type DayFailure, type KnownDay } from "./known-days.server";

/** Most trips of a range that are summed up: a hundred calls. The trips of larger ranges are only counted. */
export const MOST_TRIPS = 50_000;

/** A reading ends when nobody has looked at it for this long. */
const MAX_UNWATCHED_MS = 30_000;

/** The known data of a day, and why it could not be read or read again. Both are null before the first reading. */
export interface DayStatus {
  known: KnownDay | null;
  failed: DayFailure | null;
}

/** The known days of a report. */
export interface ReportStatus {
  days: ReadonlyMap<string, DayStatus>;
  /** Whether days are still being read, for the first time or again. */
  isReading: boolean;
  /** Why missing days are not being read: too many exports are running. */
  refused: SlotLimit | null;
}

/** Reads the days of reports. Each reading takes a place of the exports. */
export interface ReportReader {
  /**
   * Returns the known days, and starts to read the missing ones in a place of the client.
   *
   * @param waitMs longest wait for the reading
   */
  look(range: readonly string[], clientAddress: string, waitMs: number): Promise<ReportStatus>;
}

/** The reading of one report's days, shared by all requests for that report. */
interface Job {
  done: Promise<void>;
  /** The client network that started the job. */
  network: string;
  /** Why days could not be read, including refusals of that network. */
  failures: Map<string, DayFailure>;
  /** Time of the last request, in monotonic milliseconds. */
  lastLook: number;
}

export function createReportReader(days: DayReadings, exports: Slots): ReportReader {
  /** Running jobs; their number is limited by the places. */
  const jobs = new Map<string, Job>();

  /** Whether the known trips of a range are too many to be summed up. */
  function isTooLong(range: readonly string[]): boolean {
    const trips = range.reduce((sum, day) => sum + (days.known(day, true)?.trips ?? 0), 0);
    return trips > MOST_TRIPS;
  }

  /** Whether a day should be read. @param counted whether the number of trips is enough */
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
    for (const day of range) if (isDue(day, true)) await read(day, true);
    for (const day of range) if (!isTooLong(range) && isDue(day, false)) await read(day, false);
  }

  function start(key: string, range: readonly string[], network: string, place: Place): Job {
    const failures: Job["failures"] = new Map();
    const job: Job = { lastLook: performance.now(), done: Promise.resolve(), network, failures };
    const isWatched = () => performance.now() - job.lastLook < MAX_UNWATCHED_MS;
    job.done = readRange(range, failures, isWatched)
      .catch(() => undefined)
      .finally(() => {
        place.leave();
        jobs.delete(key);
      });
    jobs.set(key, job);
    return job;
  }

  async function look(
    range: readonly string[],
    clientAddress: string,
    waitMs: number,
  ): Promise<ReportStatus> {
    const network = clientNetwork(clientAddress);
    const key = range.join();
    let refused: SlotLimit | null = null;
    let job = jobs.get(key);
    if (!job && range.some((day) => isDue(day, isTooLong(range)))) {
      const place = exports.take(clientAddress);
      job = jobs.get(key);
      if (typeof place === "string") refused = place;
      else if (job) place.leave();
      else job = start(key, range, network, place);
    }
    if (job) {
      job.lastLook = performance.now();
      await Promise.race([job.done, waited(waitMs)]);
      job.lastLook = performance.now();
    }
    // Refusals of another network do not apply to this one, which then reads the days itself.
    const isForOthers = ({ error }: DayFailure) => job?.network !== network && isOfNetwork(error);
    const failures = [...(job?.failures ?? [])];
    if (failures.some(([, failure]) => isForOthers(failure)) && !jobs.has(key)) {
      return look(range, clientAddress, waitMs);
    }
    const ownFailures = new Map(failures.filter(([, failed]) => !isForOthers(failed)));
    const counted = isTooLong(range);
    const looks = range.map((day): [string, DayStatus] => {
      const failed = days.failure(day) ?? ownFailures.get(day) ?? null;
      return [day, { known: days.known(day, counted), failed }];
    });
    return {
      days: new Map(looks),
      isReading: jobs.get(key) === job && job !== undefined,
      refused: job ? null : refused,
    };
  }

  return { look };
}
