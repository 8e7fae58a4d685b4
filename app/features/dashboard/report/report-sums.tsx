import { Link } from "@remix-run/react";
import type { Implausibility } from "server/dashboard/report/report-rows.server";
import type { RangeReport, ReportRequest } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";
import { formatExact } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { comparison, reportFigures, type ReportFigure } from "./report-figures";
import { reportUrl } from "./report-url";

interface ReportSumsProps {
  request: ReportRequest;
  report: RangeReport;
  before: RangeReport | null;
}

/** The eight figures of a report, each with its comparison with the days before. */
export function ReportSums({ request, report, before }: ReportSumsProps) {
  const figures = reportFigures(report.sums);
  const isPartial = report.read < report.days;
  const isComparable =
    before !== null && !isPartial && before.tooMany === null && before.read === before.days;
  const beforeFigures = isComparable ? reportFigures(before.sums) : null;
  return (
    <>
      <dl className={cluster}>
        {figures.map((figure, index) => {
          const previous = beforeFigures?.[index];
          const comparisonText = previous ? comparison(figure, previous) : null;
          return (
            <div className={cell} key={figure.name}>
              <dt className="text-15/tight font-bold">{figure.name}</dt>
              <dd className="mt-1.5">
                <span className={number}>
                  <ShownFigure figure={figure} />
                </span>
                {isPartial && <span className={aside}>so far</span>}
                {figure.note && <span className={aside}>{figure.note}</span>}
                {previous && (
                  <span className={aside}>
                    before: <ShownFigure figure={previous} />
                    {comparisonText && <>; {comparisonText}</>}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {before && (
        <p className="border-t border-line px-5 py-2.75 text-15 text-ink-2 md:px-6">
          Before: {rangeWords(before)}
          {before.read < before.days && `, ${before.read} of ${before.days} days read`}
          {before.tooMany !== null &&
            `, ${before.tooMany.toLocaleString("en-US")} trips: too many to sum up`}
          .
        </p>
      )}
      <Doubts request={request} report={report} />
    </>
  );
}

function ShownFigure({ figure: { shown, value, unit, isClock } }: { figure: ReportFigure }) {
  return isClock ? shown : <FigureText shown={shown} value={value} unit={unit} />;
}

/** A range of days as text. */
export function rangeWords({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}

const doubtWords: Record<Implausibility, string> = {
  "zero-distance": "of zero distance",
  "over-24-hours": "longer than 24 h",
  "over-200-kmh": "faster than 200 km/h",
};

/** Links to rows with unusual trips. The words are neutral and accuse nobody. */
function Doubts({ request, report: { sums } }: Pick<ReportSumsProps, "request" | "report">) {
  const marks = (
    [
      ["zero-distance", sums.zeroDistance],
      ["over-24-hours", sums.overADay],
      ["over-200-kmh", sums.tooFast],
    ] as const
  ).filter(([, trips]) => trips > 0);
  if (marks.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-5 py-2.75 text-15 md:px-6">
      <span className="font-semibold">To look at:</span>
      {marks.map(([doubt, trips]) => (
        <Link
          key={doubt}
          to={reportUrl({ ...request, doubt, page: 1 })}
          rel="nofollow"
          prefetch="none"
        >
          {formatExact(trips)} {trips === 1 ? "trip" : "trips"} {doubtWords[doubt]}
        </Link>
      ))}
    </p>
  );
}

/** Says which rows a filter by doubt displays. */
export function doubtText(doubt: Implausibility): string {
  return `Rows with trips ${doubtWords[doubt]} alone`;
}

const cluster = "grid grid-cols-1 @pair:grid-cols-2 @row:grid-cols-4 print:grid-cols-4";

const cell =
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 print:pt-2 print:pb-1 " +
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l " +
  "@row:nth-[n+5]:border-t @row:not-nth-[4n+1]:border-l";

const number =
  "block font-large text-28/tight print:text-21 font-extrabold tracking-tight wrap-anywhere tabular-nums lining-nums";

const aside = "mt-1 block text-15/snug text-ink-2 tabular-nums";
