import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { formatDateTime } from "~/lib/format-date";
import { formatDay } from "~/lib/format-day";
import { AgeStamp } from "~/ui/age-stamp";
import { ChartTable } from "~/ui/chart-table";
import { Panel } from "~/ui/panel";
import { dashboardUrl } from "../dashboard-url";
import { DayBars } from "./day-bars";
import type { ReportAnswer } from "./report-answers";
import { ReportSums } from "./report-sums";
import { Rows } from "./report-table";
import { dayText, leftOutTexts, titleOf, tooManyText } from "./report-texts";
import { dayOf, reportUrl } from "./report-url";

/** Milliseconds until the page asks again: while days are read, when no answer came, and after a failure. */
const READING_MS = 1_500;
const UNANSWERED_MS = 5_000;
const FAILED_MS = 15_000;

/**
 * The newest answer: that of the navigation, or a later one while days are being read. Further answers come by a
 * fetcher, because a revalidation of the route would restore its scroll place under the reader.
 */
export function useNewestAnswer(loaded: ReportAnswer): ReportAnswer {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const { data, state, load } = useFetcher<ReportAnswer>({ key: address });
  const answer = data && data.at >= loaded.at ? data : loaded;
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const waitMs = timeUntilNext(answer);
  useEffect(() => {
    if (waitMs === null || !isIdle) return;
    const timer = setTimeout(() => load(address), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs, isIdle, load, address]);
  return answer;
}

function timeUntilNext({ report, refusal, isUnanswered }: ReportAnswer): number | null {
  if (report === null) return null;
  if (isUnanswered) return UNANSWERED_MS;
  if (refusal === null && (report.isReading || isUnread(report))) return READING_MS;
  return report.isOutdated || report.missing.length > 0 || refusal !== null ? FAILED_MS : null;
}

/** Whether days were not tried yet. */
function isUnread({ read, days, missing, isTooLong }: Report): boolean {
  return read + missing.length < days && !isTooLong;
}

interface ReportScreenProps {
  answer: ReportAnswer;
  request: ReportRequest;
  report: Report;
}

/** A report on the days that have been read, with the progress of the others. */
export function ReportScreen({ answer, request, report }: ReportScreenProps) {
  const today = dayOf(answer.at);
  const isPartial = report.read < report.days;
  return (
    <>
      <Panel className="@container" aria-labelledby={HEADING_ID} breaks>
        <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-5 pt-5 pb-3.5 md:px-6 print:pt-2">
          <h2 className="min-w-0 text-21/tight wrap-anywhere" id={HEADING_ID}>
            {titleOf(request)}
          </h2>
          <p className="text-ink-2">Days are in UTC.</p>
          {report.asOf !== null && (
            <AgeStamp
              asOf={report.asOf}
              failed={report.isOutdated && !report.isReading && answer.refusal === null}
            />
          )}
        </header>
        <Progress answer={answer} report={report} />
        {request.q !== undefined && <Span report={report} />}
        {report.isTooLong ? (
          <p className="max-w-measure px-5 py-4.5 md:px-6">{tooManyText(request)}</p>
        ) : (
          <ReportSums figures={report.total} isPartial={isPartial} />
        )}
        {leftOutTexts(report).map((text) => (
          <p key={text} className="border-t border-line px-5 py-2.75 text-15 text-ink-2 md:px-6">
            {text}
          </p>
        ))}
      </Panel>
      {report.total.trips > 0 && <DailyChart request={request} report={report} today={today} />}
      {!report.isTooLong && <Rows request={request} report={report} today={today} />}
    </>
  );
}

const HEADING_ID = "report-heading";
const PROGRESS_ID = "report-progress";

const notice = "grid gap-1.5 border-b border-line px-5 py-2.75 text-15 md:px-6";

/** How many days were read, and why others were not. */
function Progress({ answer, report }: Pick<ReportScreenProps, "answer" | "report">) {
  const { read, days, missing } = report;
  const { refusal, isUnanswered } = answer;
  const words = `${read} of ${days} days read`;
  const isWaiting = refusal === null && (report.isReading || isUnread(report));
  const waitMs = timeUntilNext(answer);
  return (
    <>
      {waitMs !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={String(Math.ceil(waitMs / 1000))} />
        </noscript>
      )}
      {isUnanswered && (
        <p className={`${notice} font-semibold`} role="status">
          No answer came. The figures stay as they are, and the page goes on asking.
        </p>
      )}
      {isWaiting && (
        <div className={notice} role="status">
          <progress
            className="h-3 w-full max-w-80 accent-sign"
            max={days}
            value={read}
            aria-labelledby={PROGRESS_ID}
          />
          <p className="tabular-nums" id={PROGRESS_ID}>
            {words}. {read < days ? "The sums are partial until all are." : "Some are read anew."}
          </p>
        </div>
      )}
      {refusal !== null && (
        <p className={`${notice} font-semibold`} role="alert">
          {words}. {refusal}
        </p>
      )}
      {missing.length > 0 && (
        <div className={notice} role="alert">
          <p className="font-semibold">
            {words}. {missing.length === 1 ? "1 day" : `${missing.length} days`} could not be read
            and {missing.length === 1 ? "is" : "are"} left out:
          </p>
          <ul>
            {missing.map(({ day, reason }) => (
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

/** Start times of the first and the last trip of a statement. */
function Span({ report: { first, last } }: { report: Report }) {
  if (first === null || last === null) return null;
  return (
    <p className={`${notice} tabular-nums`}>
      First trip {formatDateTime(first)}, last trip {formatDateTime(last)} (UTC)
    </p>
  );
}

function DailyChart({
  request,
  report,
  today,
}: Omit<ReportScreenProps, "answer"> & { today: string }) {
  const { q, country } = request;
  // Days that were not read have no bar and no row.
  const bars = report.daily.flatMap(({ day, trips }) => {
    if (trips === null) return [];
    const href =
      q === undefined
        ? dashboardUrl({ tab: "trip", date: day, country })
        : reportUrl({ from: day, to: day, country, q });
    return [{ day, label: dayText(day, today), value: trips, href }];
  });
  return (
    // Hidden in print for a statement: its rows have the same figures, and it must fit one sheet.
    <Panel
      className={`px-3.75 pt-5 pb-3 md:px-6 ${q === undefined ? "print:break-inside-avoid" : "print:hidden"}`}
    >
      <h2 className="mb-3.5 text-21/tight">Trips by day</h2>
      <DayBars bars={bars} />
      <ChartTable caption="Trips by day" columns={["Day", "Trips"]} points={bars} />
    </Panel>
  );
}
