import type { SlotLimit } from "../../limits/concurrency-limits.server";
import { requestContext } from "../../process/request-context.server";
import { createFairSlots } from "../../resilience/fair-slots.server";
import type { ReportReader } from "./report-reader.server";
import { buildReport, daysOf, type Report, type ReportRequest } from "./report.server";

/** Longest wait for a complete report. After that, the known part is returned. */
const WAIT_MS = 1_500;

const MINUTE_MS = 60_000;

/**
 * When a place may be free: in 15 seconds, rounded up to a full minute, so that a reload gives the same answer.
 *
 * @returns epoch milliseconds
 */
export function placeFreeAt(): number {
  return Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
}

/** Time until the next request while days are being read. */
const READING_WAIT_MS = 2_000;

/** Maximum number of reports that wait to be built. */
const MAX_WAITING = 64;

class QueueFullError extends Error {}

/** One report is built at a time, because each may need memory for 50,000 trips. Networks take turns. */
const builds = createFairSlots({
  atOnce: 1,
  perNetwork: 1,
  keptForNewcomers: 0,
  mostWaiting: MAX_WAITING,
  refuse: () => new QueueFullError(),
});

/** The known part of a report. */
export interface ReadReport {
  report: Report;
  /** Why missing days are not being read; null when they are. */
  refused: SlotLimit | null;
  /** Whether days are still being read, for the first time or again. */
  isReading: boolean;
  /** When to ask again if days are missing, in epoch milliseconds; null when the report is complete. */
  retryAt: number | null;
}

/**
 * Reads a report for the current request.
 *
 * @param rows whether to return the rows of the requested page or of all pages
 */
export async function readReport(
  reports: ReportReader,
  wanted: ReportRequest,
  rows: "page" | "all",
): Promise<ReadReport> {
  const { clientAddress, network, closed } = requestContext();
  const look = await reports.look(daysOf(wanted), clientAddress, WAIT_MS);
  let { days, refused, isReading } = look;
  const build = () => buildReport(wanted, days, rows);
  const report = await builds.execute(network, build, closed).catch((error: unknown) => {
    if (!(error instanceof QueueFullError)) throw error;
    [days, refused, isReading] = [new Map(), "all-full", false];
    return build();
  });
  const isWhole = report.read === report.days;
  const coolDowns = [...days.values()].flatMap(({ failed }) => (failed ? [failed.retryAt] : []));
  const readAt = Math.max(Date.now() + READING_WAIT_MS, ...coolDowns);
  const retryAt = isWhole ? null : refused ? placeFreeAt() : readAt;
  return { report, refused, isReading, retryAt };
}
