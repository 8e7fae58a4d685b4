import type { ReactNode } from "react";
import type { ReportFigures } from "server/dashboard/report/report.server";
import { reportSums } from "~/content/dashboard";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatCount, formatExact, formatMeasure, grouped } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";

export type Figure = (typeof reportSums)[number];

/** The value of a figure; a dash while no trip states it. In a column, to be compared, counts are written out. */
export function figureText({ key, kind }: Figure, of: ReportFigures, inColumn = false): ReactNode {
  const value = of[key];
  if (value === null) return DASH;
  if (kind === "clock") return formatDuration(value);
  if (kind === "count" && inColumn) return formatExact(value);
  if (kind === "count") return <FigureText shown={formatCount(value)} value={value} />;
  const unit = kind === "beats" ? undefined : kind;
  return <FigureText shown={formatMeasure(value)} value={value} unit={unit} />;
}

/** How many trips are left out of a figure: `2 without distance`, in a column `2 without`; null when it holds all. */
export function withoutText({ lacked }: Figure, { without }: ReportFigures, inColumn = false) {
  if (!lacked || without[lacked] === 0) return null;
  return `${grouped(without[lacked])} without${inColumn ? "" : ` ${lacked}`}`;
}

/** The eight sums of a report, each with the number of trips left out of it. */
export function ReportSums({ figures, isPartial }: { figures: ReportFigures; isPartial: boolean }) {
  return (
    <dl className="grid grid-cols-1 @pair:grid-cols-2 @row:grid-cols-4 print:grid-cols-4">
      {reportSums.map((figure) => (
        <div className={cell} key={figure.key}>
          <dt className="text-15/tight font-bold">{figure.name}</dt>
          <dd className="mt-1.5">
            <span className={number}>{figureText(figure, figures)}</span>{" "}
            {isPartial && <span className={aside}>so far </span>}
            {withoutText(figure, figures) && (
              <span className={aside}>{withoutText(figure, figures)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const cell =
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 print:pt-2 print:pb-1 " +
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l " +
  "@row:nth-[n+5]:border-t @row:not-nth-[4n+1]:border-l";

const number =
  "block font-large text-28/tight print:text-21 font-extrabold tracking-tight wrap-anywhere tabular-nums lining-nums";

const aside = "mt-1 block text-15/snug text-ink-2 tabular-nums";
