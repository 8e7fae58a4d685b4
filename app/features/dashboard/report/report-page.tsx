import type { ReportView } from "server/dashboard/report/read-report.server";
import { counted } from "~/lib/format-metric";
import { formatDateTime } from "~/lib/format-moment";
import { formatDay } from "~/lib/format-day";
import { Panel } from "~/ui/panel";
import { DashboardFrame } from "../dashboard-frame";
import { FiguresStatus } from "../figures-status";
import { useOpenPage, usePendingMove, type Answer } from "../ask-server";
import { rangeTitle } from "../screen-texts";
import { DailyChart } from "./daily-chart";
import { ReportForm } from "./report-form";
import { ReportSums, Rows } from "./report-figures";

export interface ReportAnswer extends Answer, ReportView {}

/** Page with the sums of the trips of a range of days. */
export function ReportPage(answer: ReportAnswer) {
  useOpenPage(answer, timeUntilNext(answer));
  const { request, problem, report, sandbox, lostAt } = answer;
  const { asOf, tooMany, isReading, isOutdated, read, days, total, refusal } = report;
  const isStale = isOutdated && !isReading && refusal === null;
  const isWhole = problem === null && tooMany === null && read === days;
  return (
    <DashboardFrame
      screen="report"
      sandbox={sandbox}
      isBusy={usePendingMove() !== null}
      notice={lostAt !== undefined && "No answer came. The page goes on asking."}
      trips={isWhole ? total.trips : null}
      status={<FiguresStatus age={asOf === null ? null : { asOf, isStale }} lostAt={lostAt} />}
    >
      {/* The zoom makes a month's statement fit one printed sheet, A4 or Letter. */}
      <div
        className={`grid grid-cols-1 gap-4 md:gap-6 print:gap-3 ${request.q === undefined ? "" : "print:[zoom:0.75]"}`}
      >
        <ReportForm {...answer} />
        {problem === null && <ReportScreen {...answer} />}
      </div>
    </DashboardFrame>
  );
}

/** Milliseconds until the page asks again; null for a report that is whole. */
function timeUntilNext({ report, lostAt }: ReportAnswer): number | null {
  if (lostAt !== undefined) return 5_000;
  if (report.isReading) return 1_500;
  const isWhole = report.refusal === null && !report.isOutdated && report.missing.length === 0;
  return isWhole ? null : 15_000;
}

/** A report on the days that have been read, with the progress of the others. */
export function ReportScreen(answer: ReportAnswer) {
  const { report, request } = answer;
  return (
    <>
      <Panel className="@container" aria-labelledby="report-heading" breaks>
        <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-5 pt-5 pb-3.5 md:px-6 print:pt-2">
          <h2 className="min-w-0 text-21/tight wrap-anywhere" id="report-heading">
            {rangeTitle(request)}
          </h2>
          <p className="text-ink-2">Days are in UTC.</p>
        </header>
        <Progress {...answer} />
        {request.q !== undefined && report.first !== null && report.last !== null && (
          <p className={`${notice} tabular-nums`}>
            First trip {formatDateTime(report.first)}, last trip {formatDateTime(report.last)} (UTC)
          </p>
        )}
        {report.tooMany === null ? (
          <ReportSums figures={report.total} isPartial={report.read < report.days} />
        ) : (
          <p className="max-w-measure px-5 py-4.5 md:px-6">{report.tooMany}</p>
        )}
        {report.leftOut.map((text) => (
          <p key={text} className="border-t border-line px-5 py-2.75 text-15 text-ink-2 md:px-6">
            {text}
          </p>
        ))}
      </Panel>
      {report.total.trips > 0 && <DailyChart {...answer} />}
      {report.tooMany === null && <Rows {...answer} />}
    </>
  );
}

const notice = "grid gap-1.5 border-b border-line px-5 py-2.75 text-15 md:px-6";

/** How many days were read, and why others were not. Without scripts the page loads itself again. */
function Progress(answer: ReportAnswer) {
  const { read, days, missing, isReading, refusal } = answer.report;
  const rest = read < days ? "The sums are partial until all are." : "Some are read anew.";
  const waitMs = timeUntilNext(answer);
  return (
    <>
      {waitMs !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={String(Math.ceil(waitMs / 1000))} />
        </noscript>
      )}
      {(isReading || refusal !== null || missing.length > 0) && (
        <div className={notice} role="status">
          {isReading && (
            <progress
              className="h-3 w-full max-w-80 accent-sign"
              max={days}
              value={read}
              aria-labelledby="report-progress"
            />
          )}
          <p className={isReading ? "tabular-nums" : "font-semibold"} id="report-progress">
            {`${read} of ${days} days read. ${isReading ? rest : (refusal ?? "")}`}
            {missing.length > 0 && ` ${counted(missing.length, "day")} could not be read:`}
          </p>
          {missing.map(({ day, reason }) => (
            <p key={day}>{`${formatDay(day)}: ${reason}`}</p>
          ))}
        </div>
      )}
    </>
  );
}
