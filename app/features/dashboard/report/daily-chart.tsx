import { Link } from "@remix-run/react";
import { DASH, formatCount, formatExact } from "~/lib/format-metric";
import { ChartTable } from "~/ui/chart-table";
import { Panel } from "~/ui/panel";
import { dayText } from "../screen-texts";
import type { ReportAnswer } from "./report-page";
import { rowUrl } from "./report-url";

/** Trips by day as bars, each a link to the trips of its day. A day that was not read has a dash in place of its bar. */
export function DailyChart({ request, report, today }: ReportAnswer) {
  const bars = report.daily.map(({ day, trips: value }) => {
    return { day, label: dayText(day, today), value };
  });
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  // Of 15 days or more, the numbers fit below every second bar.
  const every = bars.length < 15 ? 1 : 2;
  // A statement has no bars in print: its rows have the same figures, and it must fit one sheet.
  const printed = request.q === undefined ? "print:break-inside-avoid" : "print:hidden";
  return (
    <Panel className={`px-3.75 pt-5 pb-3 md:px-6 ${printed}`}>
      <h2 className="mb-3.5 text-21/tight">Trips by day</h2>
      <p className={`border-b border-line ${small}`} aria-hidden="true">
        {formatCount(most)}
      </p>
      <ol
        className="mb-2.5 flex h-48 gap-0.5 md:gap-1"
        aria-label={`Trips by day, ${bars.length} days`}
      >
        {bars.map(({ day, label, value }, index) => (
          <li
            key={day}
            className="grid min-w-0 flex-1 grid-rows-[minmax(0,1fr)_auto] justify-items-center"
          >
            <Link
              to={rowUrl({ ...request, by: "day" }, day)}
              rel="nofollow"
              className="flex size-full items-end justify-center border-b border-edge text-ink-2 no-underline hover:bg-line"
              aria-label={`${label}: ${formatExact(value)}`}
              title={`${label}: ${formatExact(value)}`}
            >
              {value === null ? (
                DASH
              ) : (
                <span className={bar} style={{ height: `${(100 * value) / most}%` }} />
              )}
            </Link>
            <span className={`h-6 ${small}`} aria-hidden="true">
              {(bars.length - 1 - index) % every === 0 && Number(day.slice(-2))}
            </span>
          </li>
        ))}
      </ol>
      <ChartTable caption="Trips by day" columns={["Day", "Trips"]} points={bars} />
    </Panel>
  );
}

const small = "font-mono text-13 font-semibold text-ink-2";

const bar =
  "w-4/5 max-w-16 bg-series-1 [print-color-adjust:exact] forced-colors:bg-highlight forced-colors:forced-color-adjust-none";
