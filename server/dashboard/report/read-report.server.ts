import type { SlotLimit } from "../../limits/concurrency-limits.server";
import { requestContext } from "../../process/request-context.server";
import { createFairSlots } from "../../resilience/fair-slots.server";
import type { ReportReader } from "./report-reader.server";
import { buildReport, rangesOf, type Report, type ReportRequest } from "./report.server";

/** A reader waits so long for a report to be whole before it gets what there is. */
const WAIT_MS = 1_500;

const MINUTE_MS = 60_000;

/**
 * Exports end when they end; a place may be free in 15 seconds. The full minute makes an answer the same after a reload.
 *
 * @returns epoch milliseconds
 */
export function placeFreeAt(): number {
  return Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
}

/** While days are being read. */
const READING_WAIT_MS = 2_000;

/** How many reports wait to be added up. */
const MOST_WAITING = 64;

class TooManyWait extends Error {}

/** One report at a time is added up, each of which may take as much memory as 50,000 trips. Networks take turns. */
const builds = createFairSlots({
  atOnce: 1,
  perNetwork: 1,
  keptForNewcomers: 0,
  mostWaiting: MOST_WAITING,
  refuse: () => new TooManyWait(),
});

/** A report as far as it is known. */
export interface ReadReport {
  report: Report;
  /** Why days that are missing are not being read. */
  refused: SlotLimit | null;
  /** Whether days are still being read, for the first time or anew. */
  isReading: boolean;
  /** Epoch milliseconds when to ask again, where days are missing; null where the report is whole. */
  retryAt: number | null;
}

/**
 * Reads a report for the request under way.
 *
 * @param rows those of the page that is asked for, or all of them
 */
export async function readReport(
  reports: ReportReader,
  wanted: ReportRequest,
  rows: "page" | "all",
): Promise<ReadReport> {
  const { clientAddress, network, closed } = requestContext();
  const look = await reports.look(rangesOf(wanted), clientAddress, WAIT_MS);
  let { days, refused, isReading } = look;
  const build = () => buildReport(wanted, days, rows);
  const report = await builds.execute(network, build, closed).catch((error: unknown) => {
    if (!(error instanceof TooManyWait)) throw error;
    [days, refused, isReading] = [new Map(), "all-full", false];
    return build();
  });
  const ranges = [report, ...(report.before ? [report.before] : [])];
  const isWhole = ranges.every(({ read, days }) => read === days);
  const coolDowns = [...days.values()].flatMap(({ failed }) => (failed ? [failed.retryAt] : []));
  const readAt = Math.max(Date.now() + READING_WAIT_MS, ...coolDowns);
  const retryAt = isWhole ? null : refused ? placeFreeAt() : readAt;
  return { report, refused, isReading, retryAt };
}
