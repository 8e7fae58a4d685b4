import { Calendar } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import type { Chart, ChartName, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { chartPanels } from "~/content/dashboard";
import { MONTHS } from "~/lib/format-day";
import { formatCount, formatExact, formatGrowth } from "~/lib/format-metric";
import { useHydrated } from "~/lib/hydration";
import { Button } from "~/ui/button";
import { ChartTable } from "~/ui/chart-table";
import { FigureText } from "~/ui/figure-text";
import { LazyChart } from "~/ui/lazy-chart";
import { Panel } from "~/ui/panel";
import type { DashboardAnswer } from "../dashboard-view";
import { AsOf } from "../figures-status";

/** The newest number of wallets, and its growth. */
function Growth({ chart }: { chart: Chart }) {
  const newest = chart.points.at(-1);
  const growth = chartGrowth(chart);
  if (!newest) return null;
  return (
    <Sum value={newest.value}>
      wallets up to {newest.label}
      {growth && (
        <>
          <br />
          <span
            className={`font-mono leading-tight font-bold ${growth.startsWith("-") ? "text-danger" : "text-ok"}`}
          >
            {growth}
          </span>{" "}
          growth
        </>
      )}
    </Sum>
  );
}

/** The main figure of a chart. @param children what it counts */
function Sum({ value, children }: { value: number | null; children: ReactNode }) {
  return (
    <p className="text-right text-15 text-ink-2">
      <b className="block font-large text-28/none font-extrabold text-ink tabular-nums">
        <FigureText shown={formatCount(value)} value={value} />
      </b>{" "}
      {children}
    </p>
  );
}

/** Button that keeps the tooltip of the highlighted month open, with a dashed border while it is off. */
function ThisMonth(button: ComponentProps<"button">) {
  const scripts = useHydrated();
  return (
    // The button appears after hydration. The minimum size avoids a layout shift.
    <div className="scripted:grid scripted:min-h-10 scripted:min-w-[min(8.875rem,100%)] scripted:flex-none scripted:justify-items-end">
      {scripts && (
        <Button tone="line" size="small" className={toggle} {...button}>
          <Calendar className="icon" aria-hidden />
          This month
        </Button>
      )}
    </div>
  );
}

const toggle =
  "print:hidden not-aria-pressed:border-dashed not-aria-pressed:text-ink-2 " +
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink " +
  "forced-colors:aria-pressed:forced-color-adjust-none";

const NO_CHART: Chart = { points: [], growthRate: null, total: null };

/** Panel with a title, a chart, its figures as a table, and their age. Without a result the figures are loading. */
export function ChartPanel({ name, answer }: { name: ChartName; answer: DashboardAnswer | null }) {
  const result = answer?.results[name];
  const { title, subtitle, columns, kind, colour, placeholder } = chartPanels[name];
  // The highlighted month has a large dot, with a tooltip that can be kept open.
  const highlights = name === "monthlyUsers";
  const [pinned, setPinned] = useState(true);
  const id = useId();
  const chart = result?.value ?? NO_CHART;
  const { points } = chart;
  const empty = points.length === 0;
  const labels = placeholder === "months" ? result && monthsUpTo(result.asOf) : placeholder;
  const zeros = result && labels?.map((label) => ({ label, value: 0 }));
  const shown = empty ? zeros : points;
  return (
    <Panel className={frame} aria-labelledby={id}>
      <header className="mb-3.5 flex min-h-19 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex-[1_1_6rem]">
          <h2 className="text-21/tight" id={id}>
            {title}
          </h2>
          <p className="text-15 text-ink-2">{subtitle}</p>
        </div>
        {name === "totalUsers" && <Growth chart={chart} />}
        {name === "weeklyUsers" && chart.total !== null && (
          <Sum value={chart.total}>active in 7 days</Sum>
        )}
        {highlights && (
          <ThisMonth aria-pressed={pinned} disabled={empty} onClick={() => setPinned(!pinned)} />
        )}
      </header>
      {shown ? (
        <LazyChart
          kind={kind}
          className={colour}
          label={chartLabel(title, points)}
          empty={empty}
          points={shown}
          highlight={highlights ? highlightedIndex(shown) : undefined}
          pinned={pinned}
        />
      ) : (
        <p className={note}>{result ? "No data available" : "Loading chart data..."}</p>
      )}
      {result && (
        <footer className={foot}>
          {!empty && (
            <ChartTable
              caption={title}
              columns={columns}
              points={columns[0] === "Month" ? markRunningMonth(points, result.asOf) : points}
            />
          )}
          <AsOf {...result} empty={empty} />
        </footer>
      )}
    </Panel>
  );
}

const note = "grid min-h-77.75 flex-1 place-items-center text-ink-2";

export const frame =
  "@container/chart-panel flex flex-col px-3.75 pt-5 pb-2 md:px-6 md:pt-6 md:pb-3";

export const foot =
  "mt-auto flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2 text-13";

/**
 * Growth shown beside a chart: the upstream's rate, or else computed from the last two points.
 *
 * @returns a signed percentage; null without two known points or if the last but one is 0
 */
export function chartGrowth({ growthRate, points }: Chart): string | null {
  if (growthRate !== null) return formatGrowth(growthRate);
  const [before, last] = points.slice(-2).map(({ value }) => value);
  return before && typeof last === "number" ? formatGrowth(((last - before) / before) * 100) : null;
}

/**
 * Marks the newest month while it runs: `Aug so far`. A month that the upstream highlights may have ended.
 *
 * @param points labelled as `Aug`, `August` or `Aug 2025`
 * @param time when the figures were fetched, epoch milliseconds
 */
export function markRunningMonth(points: readonly ChartPoint[], time: number): ChartPoint[] {
  return points.map((point, index) =>
    index === points.length - 1 && isMonthOf(point.label, new Date(time))
      ? { ...point, label: `${point.label} so far` }
      : point,
  );
}

function isMonthOf(label: string, date: Date): boolean {
  const [, month = "", year] = /^([a-z]{3})[a-z]*[ .,]*(\d{4})?$/i.exec(label.trim()) ?? [];
  return (
    month.toLowerCase() === MONTHS[date.getUTCMonth()]?.toLowerCase() &&
    (year === undefined || Number(year) === date.getUTCFullYear())
  );
}

/** Index of the point to emphasize: the last highlighted point, or else the newest. */
export function highlightedIndex(points: readonly ChartPoint[]): number {
  const highlighted = points.findLastIndex((point) => point.highlight);
  return highlighted === -1 ? points.length - 1 : highlighted;
}

/**
 * Accessible name of a chart: what it shows, with its first and last figure.
 *
 * @param points measured points, no placeholders
 */
export function chartLabel(what: string, points: readonly ChartPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${what}, no figures`;
  const figure = ({ label, value }: ChartPoint) => `${label} ${formatExact(value)}`;
  return `${what}, from ${figure(first)} to ${figure(last)}`;
}

/** Names of six months, the last of which contains `time`. @param time epoch milliseconds */
export function monthsUpTo(time: number): string[] {
  const current = new Date(time).getUTCMonth();
  return [5, 4, 3, 2, 1, 0].map((back) => MONTHS[(current + 12 - back) % 12] ?? "");
}
