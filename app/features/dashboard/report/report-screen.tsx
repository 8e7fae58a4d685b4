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
import { Rows } from "./report-rows";
import { rangeWords, ReportSums } from "./report-sums";
import { reportUrl } from "./report-url";

const RELOAD_MS = 1_500;
/** The server retries a failed day after at least 30 seconds, or later if the upstream says so. */
const RELOAD_AFTER_FAILURE_MS = 31_000;

interface ReportScreenProps {
  request: ReportRequest;
  report: Report;
  /** Why missing days are not being read; null if they are being read or none is missing. */
  refusal: string | null;
  /** Whether days are being read, for the first time or again. */
  isReading: boolean;
}

/** A report on the days that have been read, with the progress of the others. */
export function ReportScreen({ request, report, refusal, isReading }: ReportScreenProps) {
  const hasFailed = report.isOutdated || report.missing.length > 0;
  const hasUnread = refusal === null && report.read + report.missing.length < report.days;
  const waitMs = isReading || hasUnread ? RELOAD_MS : hasFailed ? RELOAD_AFTER_FAILURE_MS : null;
  useReloadAfter(refusal === null ? waitMs : null);
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
        <Progress report={report} isReading={hasUnread} refusal={refusal} />
        {request.q !== undefined && <Span sums={report.sums} />}
        {report.tooMany === null ? (
          <ReportSums report={report} />
        ) : (
          <TooMany request={request} trips={report.tooMany} />
        )}
        <Similar request={request} report={report} />
        {report.unreadable > 0 && (
          <p className={footnote}>
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
      {report.tooMany === null && <Rows request={request} report={report} />}
    </>
  );
}

const HEADING_ID = "report-heading";

/** Title of a report, under which a payout can be filed: its days, and its wallet or country. */
export function titleOf(request: Pick<ReportRequest, "from" | "to" | "q" | "country">): string {
  const { q, country } = request;
  const range = rangeWords(request);
  if (q !== undefined) return `Statement of wallet ${q}, ${range}`;
  return country === undefined ? range : `${shownName(country)}, ${range}`;
}

/** Reloads the route's data after a delay. Without scripts, a `meta` refresh does it instead. */
function useReloadAfter(waitMs: number | null): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  // Revalidating would restart a pending navigation, which would lose its scroll position.
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
  const { read, days, missing: errors } = report;
  const words = `${read} of ${days} days read`;
  const waitSeconds = isReading ? 2 : 31;
  return (
    <>
      {refusal === null && (isReading || errors.length > 0) && (
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
      {errors.length > 0 && (
        <div className={notice} role="alert">
          <p className="font-semibold">
            {words}. {errors.length === 1 ? "1 day" : `${errors.length} days`} could not be read and{" "}
            {errors.length === 1 ? "is" : "are"} left out:
          </p>
          <ul>
            {errors.map(({ day, reason }) => (
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

const notice = "grid gap-1.5 border-b border-line px-5 py-2.75 text-15 md:px-6";

const footnote = "border-t border-line px-5 py-2.75 text-15 text-ink-2 md:px-6";

function TooMany({ request, trips }: { request: ReportRequest; trips: number }) {
  return <p className="max-w-measure px-5 py-4.5 md:px-6">{tooManyText(request, trips)}</p>;
}

/** Start times of the first and the last trip of a statement. */
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
    <p className={footnote}>
      Left out: {similar.trips.toLocaleString("en-US")} {similar.trips === 1 ? "trip" : "trips"} of{" "}
      {similar.wallets === 1 ? "1 other wallet" : `${similar.wallets} other wallets`} whose name
      contains this text.
    </p>
  );
}

function DailyChart({ request, report: { daily } }: Pick<ReportScreenProps, "request" | "report">) {
  const { q, country } = request;
  // Unread days have no bar and no row.
  const points = daily.flatMap(({ day, trips }) => {
    const href =
      q === undefined
        ? dashboardUrl({ tab: "trip", date: day, country })
        : reportUrl({ from: day, to: day, q });
    return trips === null ? [] : [{ label: formatDay(day), value: trips, href }];
  });
  return (
    // Hidden in print for a statement: its rows have the same figures, and it must fit one sheet.
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
