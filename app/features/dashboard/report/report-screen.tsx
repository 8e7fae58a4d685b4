import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { formatDateTime } from "~/lib/format-date";
import { formatDay } from "~/lib/format-day";
import { AgeStamp } from "~/ui/age-stamp";
import { ChartTable } from "~/ui/chart-table";
import { LazyChart } from "~/ui/lazy-chart";
import { Panel } from "~/ui/panel";
import { dashboardUrl, shownName } from "../dashboard-url";
import { tooManyText } from "./refusal-words";
import { Gone, Rows } from "./report-rows";
import { rangeWords, ReportSums } from "./report-sums";
import { RowsTable } from "./report-table";
import { reportUrl } from "./report-url";

const AGAIN_MS = 1_500;
/** A day that could not be read rests for half a minute, or for longer where the upstream asks for that. */
const AGAIN_AFTER_FAILURE_MS = 31_000;

interface ReportScreenProps {
  request: ReportRequest;
  report: Report;
  /** Why days that are missing are not being read; null while they are, or none is missing. */
  refusal: string | null;
  /** Whether days are still being read, for the first time or anew. */
  isReading: boolean;
}

/** A report as far as its days are known. */
export function ReportScreen({ request, report, refusal, isReading }: ReportScreenProps) {
  const { before } = report;
  const ranges = before === null ? [report] : [report, before];
  const hasFailed = ranges.some(({ missing, isOutdated }) => isOutdated || missing.length > 0);
  const unread = refusal === null && ranges.some(isUnread);
  const again = isReading || unread ? AGAIN_MS : hasFailed ? AGAIN_AFTER_FAILURE_MS : null;
  useReadOn(refusal === null ? again : null);
  const hasTrips = report.tooMany !== null || report.sums.trips > 0;
  return (
    <>
      <Panel className="@container" aria-labelledby={HEADING_ID} breaks>
        <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-5 pt-5 pb-3.5 md:px-6 print:pt-2">
          <h2 className="min-w-0 text-21/tight wrap-anywhere" id={HEADING_ID}>
            {titleOf(request)}
          </h2>
          {report.asOf !== null && <AgeStamp asOf={report.asOf} failed={report.isOutdated} />}
        </header>
        <Progress report={report} isReading={unread} refusal={refusal} />
        {request.q !== undefined && <Span sums={report.sums} />}
        {report.tooMany === null ? (
          <ReportSums request={request} report={report} before={before} />
        ) : (
          <TooMany request={request} trips={report.tooMany} />
        )}
        <Similar request={request} report={report} />
        {report.unreadable > 0 && (
          <p className={leftOut}>
            The core API states {report.unreadable.toLocaleString("en-US")} more{" "}
            {report.unreadable === 1 ? "trip" : "trips"} of these days than could be read.
          </p>
        )}
      </Panel>
      {hasTrips && (
        <DailyChart
          request={
            report.tooMany === null ? request : { ...request, q: undefined, country: undefined }
          }
          report={report}
        />
      )}
      {report.weeks.length > 0 && (
        <Panel className="@container" breaks>
          <h2 className="px-5 pt-5 pb-2 text-21/tight md:px-6 print:pt-2">By week</h2>
          <RowsTable
            caption="Trips by week"
            by="day"
            rows={report.weeks}
            name={({ name }) => `Week of ${formatDay(name ?? "")}`}
          />
        </Panel>
      )}
      {report.tooMany === null && <Rows request={request} report={report} hasTrips={hasTrips} />}
      {before && before.goneCount > 0 && <Gone before={before} request={request} />}
    </>
  );
}

const HEADING_ID = "report-heading";

function isUnread({ read, days, missing }: Pick<Report, "read" | "days" | "missing">): boolean {
  return read + missing.length < days;
}

/** What a report is about: also what a payout can be filed under. */
export function titleOf(request: Pick<ReportRequest, "from" | "to" | "q" | "country">): string {
  const { q, country } = request;
  const range = rangeWords(request);
  if (q !== undefined) return `Statement of wallet ${q}, ${range}`;
  return country === undefined ? range : `${shownName(country)}, ${range}`;
}

/** With scripts the page asks again by itself; without them the document does. */
function useReadOn(waitMs: number | null): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  // A navigation that is under way would begin anew, and lose its scroll position.
  const isIdle = state === "idle" && navigation.state === "idle";
  useEffect(() => {
    if (waitMs === null || !isIdle) return;
    const timer = setTimeout(revalidate, waitMs);
    return () => clearTimeout(timer);
  }, [waitMs, isIdle, revalidate]);
}

interface ProgressProps extends Pick<ReportScreenProps, "report" | "refusal"> {
  isReading: boolean;
}

function Progress({ report, isReading, refusal }: ProgressProps) {
  const ranges = report.before === null ? [report] : [report, report.before];
  const [read, days] = [sumOf(ranges, "read"), sumOf(ranges, "days")];
  const words = `${read} of ${days} days read`;
  const missed = ranges.flatMap(({ missing }) => missing);
  const waitSeconds = isReading ? 2 : 31;
  return (
    <>
      {refusal === null && (isReading || missed.length > 0) && (
        <noscript>
          <meta httpEquiv="refresh" content={String(waitSeconds)} />
        </noscript>
      )}
      {isReading && (
        <div className={notice} role="status">
          <progress
            className="h-3 w-full max-w-80 accent-sign"
            max={days}
            value={read}
            aria-label="Days read"
          />
          <p className="tabular-nums">{words}. The sums are partial until all are.</p>
        </div>
      )}
      {refusal !== null && (
        <p className={`${notice} font-semibold`} role="alert">
          {words}. {refusal}
        </p>
      )}
      {missed.length > 0 && (
        <div className={notice} role="alert">
          <p className="font-semibold">
            {words}. {missed.length === 1 ? "1 day" : `${missed.length} days`} could not be read and{" "}
            {missed.length === 1 ? "is" : "are"} left out:
          </p>
          <ul>
            {missed.map(({ day, reason }) => (
              <li key={day}>
                {formatDay(day)}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function sumOf(ranges: readonly { read: number; days: number }[], of: "read" | "days"): number {
  return ranges.reduce((sum, range) => sum + range[of], 0);
}

const notice = "grid gap-1.5 border-b border-line px-5 py-2.75 text-15 md:px-6";

const leftOut = "border-t border-line px-5 py-2.75 text-15 text-ink-2 md:px-6";

function TooMany({ request, trips }: { request: ReportRequest; trips: number }) {
  return <p className="max-w-measure px-5 py-4.5 md:px-6">{tooManyText(request, trips)}</p>;
}

/** The first and the last trip of a statement, by their starts. */
function Span({ sums: { first, last } }: Pick<Report, "sums">) {
  if (first === null || last === null) return null;
  return (
    <p className={`${notice} tabular-nums`}>
      First trip {formatDateTime(first)}, last trip {formatDateTime(last)} (UTC)
    </p>
  );
}

function Similar({ request, report: { similar } }: Pick<ReportScreenProps, "request" | "report">) {
  if (request.q === undefined || similar.trips === 0) return null;
  return (
    <p className={leftOut}>
      Left out: {similar.trips.toLocaleString("en-US")} {similar.trips === 1 ? "trip" : "trips"} of{" "}
      {similar.wallets === 1 ? "1 other wallet" : `${similar.wallets} other wallets`} whose name
      contains this text.
    </p>
  );
}

function DailyChart({ request, report: { daily } }: Pick<ReportScreenProps, "request" | "report">) {
  const { q, country } = request;
  // Days that are not known have no bar and no row.
  const points = daily.flatMap(({ day, trips }) => {
    const href =
      q === undefined
        ? dashboardUrl({ tab: "trip", date: day, country })
        : reportUrl({ from: day, to: day, q });
    return trips === null ? [] : [{ label: formatDay(day), value: trips, href }];
  });
  return (
    // A printed statement has the same figures by day, on one sheet.
    <Panel
      className={`@container/chart-panel px-3.75 pt-5 pb-3 md:px-6 ${q === undefined ? "print:break-inside-avoid" : "print:hidden"}`}
    >
      <h2 className="mb-3.5 text-21/tight">Trips by day</h2>
      <LazyChart
        className="text-series-1"
        label={`Trips by day, ${points.length} days`}
        content={{ kind: "bars", points, series: "Trips", tooltipWord: "trips" }}
      />
      <ChartTable caption="Trips by day" columns={["Day", "Trips"]} points={points} />
    </Panel>
  );
}
