import { Calendar } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import type { Chart, ChartName } from "server/upstream/contracts/dashboard.server";
import { formatCount } from "~/lib/format-metric";
import { useHydrated } from "~/lib/hydration";
import { Button } from "~/ui/button";
import type { ChartProps } from "~/ui/chart";
import { ChartTable } from "~/ui/chart-table";
import { FigureText } from "~/ui/figure-text";
import { LazyChart } from "~/ui/lazy-chart";
import { Panel } from "~/ui/panel";
import { AsOf } from "../figures-status";
import { isFailed, type QueryResult, type ViewResults } from "../dashboard-view";
import {
  chartGrowth,
  chartLabel,
  highlightedIndex,
  markRunningMonth,
  monthsUpTo,
} from "./chart-texts";

/** The user charts, without those that failed. Those without a result are loading. */
export function UserCharts({ results }: { results: ViewResults }) {
  return Object.entries(panels).map(([name, panel]) => (
    <ChartPanel key={name} result={results[name as ChartName]} {...panel} />
  ));
}

type PanelTexts = Omit<ChartPanelProps, "result">;

const panels: Record<ChartName, PanelTexts> = {
  totalUsers: {
    title: "Total Users",
    subtitle: "Unique Wallet Addresses",
    aside: (chart) => <Growth chart={chart} />,
    columns: ["Month", "Users"],
    colour: "text-series-1",
    kind: "area",
  },
  monthlyUsers: {
    title: "Monthly Active Users",
    subtitle: "Trip in last 30 days",
    columns: ["Month", "Active users"],
    colour: "text-series-2",
    placeholder: monthsUpTo,
    kind: "line",
    highlights: true,
  },
  weeklyUsers: {
    title: "Weekly Active Users",
    subtitle: "Trip in last 7 days",
    aside: ({ total }) => total !== null && <Sum value={total}>active in 7 days</Sum>,
    columns: ["Weekday", "Active users"],
    colour: "text-series-3",
    placeholder: () => ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    kind: "bars",
  },
  dailyUsers: {
    title: "Daily Active Users",
    subtitle: "Trip in last 24 hours",
    columns: ["Time (UTC)", "Count"],
    colour: "text-series-4",
    placeholder: () => ["00", "04", "08", "12", "14", "16", "18"],
    kind: "bars",
  },
};

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

interface ChartPanelProps extends Pick<ChartProps, "kind"> {
  /** Undefined while the figures are loading. */
  result: QueryResult<Chart> | undefined;
  title: string;
  subtitle: string;
  /** Content to the right of the title. */
  aside?: (chart: Chart) => ReactNode;
  columns: [label: string, value: string];
  /** Text colour class, which is the colour of the series. */
  colour: string;
  /** Labels of zeros that are drawn without figures, at the time of the answer. Left out: a text replaces the chart. */
  placeholder?: (time: number) => readonly string[];
  /** Whether the highlighted month has a large dot, with a tooltip that can be kept open. */
  highlights?: boolean;
}

/** Panel with a title, a chart, its figures as a table, and their age. Renders nothing for a failure. */
function ChartPanel(panel: ChartPanelProps) {
  const { result, title, subtitle, aside, columns, colour, placeholder, highlights, kind } = panel;
  const [pinned, setPinned] = useState(true);
  const id = useId();
  if (result && isFailed(result)) return null;
  const chart = result?.value ?? NO_CHART;
  const { points } = chart;
  const empty = points.length === 0;
  const zeros = result && placeholder?.(result.asOf).map((label) => ({ label, value: 0 }));
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
        {aside?.(chart)}
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
          series={columns[1]}
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
