import type { Report } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";
import { FigureText } from "~/ui/figure-text";
import { reportFigures, type ReportFigure } from "./report-figures";

/** The eight figures of a report. */
export function ReportSums({ report }: { report: Report }) {
  const isPartial = report.read < report.days;
  return (
    <dl className={cluster}>
      {reportFigures(report.sums).map((figure) => (
        <div className={cell} key={figure.name}>
          <dt className="text-15/tight font-bold">{figure.name}</dt>
          <dd className="mt-1.5">
            <span className={number}>
              <ShownFigure figure={figure} />
            </span>
            {isPartial && <span className={aside}>so far</span>}
            {figure.note && <span className={aside}>{figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ShownFigure({ figure: { shown, value, unit, isClock } }: { figure: ReportFigure }) {
  return isClock ? shown : <FigureText shown={shown} value={value} unit={unit} />;
}

/** A range of days as text. */
export function rangeWords({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}

const cluster = "grid grid-cols-1 @pair:grid-cols-2 @row:grid-cols-4 print:grid-cols-4";

const cell =
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 print:pt-2 print:pb-1 " +
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l " +
  "@row:nth-[n+5]:border-t @row:not-nth-[4n+1]:border-l";

const number =
  "block font-large text-28/tight print:text-21 font-extrabold tracking-tight wrap-anywhere tabular-nums lining-nums";

const aside = "mt-1 block text-15/snug text-ink-2 tabular-nums";
