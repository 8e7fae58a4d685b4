import { DashboardFrame } from "./dashboard-frame";
import { FiguresStatus } from "./figures-status";
import { ageOf, timeUntilNext, type ReportAnswer } from "./report/report-answers";
import { ReportForm } from "./report/report-form";
import { ReportScreen } from "./report/report-screen";
import { titleOf } from "./report/report-texts";
import { screenTexts } from "./screen-texts";
import { TripCount } from "./trip-count";
import { useOpenPage } from "./open-page";
import { usePendingMove } from "./use-pending-move";

/** Page with the sums of the trips of a range of days. */
export function ReportPage(answer: ReportAnswer) {
  const moveKey = useOpenPage(answer, timeUntilNext(answer));
  const { request, problem, report, sandbox, lostAt } = answer;
  const isWhole = problem === null && !report.isTooLong && report.read === report.days;
  return (
    <DashboardFrame
      screen="report"
      sandbox={sandbox}
      isBusy={usePendingMove() !== null}
      status={<FiguresStatus age={ageOf(answer)} lostAt={lostAt} />}
    >
      <TripCount total={isWhole ? report.total.trips : null} moveKey={moveKey} />
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

/** Title of the page. */
export function reportTitle({ request, problem }: ReportAnswer): string {
  const { heading } = screenTexts.report;
  return problem === null ? `${heading} · ${titleOf(request)}` : heading;
}
