import { Calendar } from "lucide-react";
import { memo, useId, useState, type ReactNode } from "react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { useHydrated } from "~/lib/hydration";
import { formatCount } from "~/lib/format-metric";
import { AgeStamp } from "~/ui/age-stamp";
import { Button } from "~/ui/button";
import type { ChartContent } from "~/ui/chart";
import { ChartTable } from "~/ui/chart-table";
import { FigureText } from "~/ui/figure-text";
import { LazyChart } from "~/ui/lazy-chart";
import { Panel } from "~/ui/panel";
import { isFailed, type FleetResults } from "../dashboard-view";
import {
  chartGrowth,
  chartLabel,
  highlightedIndex,
  markRunningMonth,
  monthsUpTo,
} from "./chart-texts";

interface UserChartsProps {
  /** Null while the figures are loading. */
  fleet: FleetResults | null;
  /** Whether panels report failed refreshes themselves: only if other refreshes succeeded. */
  ownFailure: boolean;
}

/** The four user charts, without those that failed. */
export function UserCharts({ fleet, ownFailure }: UserChartsProps) {
  const charts = [
    [TotalUsersChart, fleet?.totalUsers],
    [MonthlyUsersChart, fleet?.monthlyUsers],
    [WeeklyUsersChart, fleet?.weeklyUsers],
    [DailyUsersChart, fleet?.dailyUsers],
  ] as const;
  return charts.map(([UserChart, chart = null], index) =>
    chart && isFailed(chart) ? null : (
      <UserChart key={index} chart={chart} ownFailure={ownFailure} />
    ),
  );
}

interface UserChartProps {
  /** Null while the figures are loading. */
  chart: Cached<Chart> | null;
  ownFailure: boolean;
}

/** Unique wallets by month, with their growth. */
const TotalUsersChart = memo(function TotalUsersChart(props: UserChartProps) {
  const newest = props.chart?.value.points.at(-1);
  const growth = props.chart && chartGrowth(props.chart.value);
  return (
    <ChartPanel
      {...props}
      title="Total Users"
      subtitle="Unique Wallet Addresses"
      aside={
        newest && (
          <Sum value={newest.value} of={`wallets up to ${newest.label}`}>
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
        )
      }
      columns={["Month", "Users"]}
      areMonths
      colour="text-series-1"
      what="Total users by month"
      drawing={(points) => ({ kind: "line", points, area: true })}
    />
  );
});

/** Active users by month. The 'This month' button pins the highlighted month's tooltip. */
const MonthlyUsersChart = memo(function MonthlyUsersChart(props: UserChartProps) {
  const [pinned, setPinned] = useState(true);
  const scripts = useHydrated();
  const empty = !props.chart?.value.points.length;
  return (
    <ChartPanel
      {...props}
      title="Monthly Active Users"
      subtitle="Trip in last 30 days"
      aside={
        <div className={buttonBox}>
          {scripts && (
            <Button
              tone="line"
              size="small"
              className={toggle}
              aria-pressed={pinned}
              disabled={empty}
              onClick={() => setPinned(!pinned)}
            >
              <Calendar className="icon" aria-hidden />
              This month
            </Button>
          )}
        </div>
      }
      columns={["Month", "Active users"]}
      areMonths
      colour="text-series-2"
      what="Monthly active users"
      placeholder={monthsUpTo(props.chart?.asOf ?? 0)}
      drawing={(points) => ({
        kind: "line",
        points,
        highlight: highlightedIndex(points),
        pinned: pinned && !empty,
      })}
    />
  );
});

/** Toggle button, with a dashed border while it is off. */
const toggle =
  "print:hidden not-aria-pressed:border-dashed not-aria-pressed:text-ink-2 " +
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink " +
  "forced-colors:aria-pressed:forced-color-adjust-none";

// The button appears after hydration. The minimum size avoids a layout shift.
const buttonBox =
  "scripted:grid scripted:min-h-10 scripted:min-w-[min(8.875rem,100%)] " +
  "scripted:flex-none scripted:justify-items-end";

const bars = (series: string) => (points: readonly ChartPoint[]) =>
  ({ kind: "bars", points, series, tooltipWord: "Active" }) as const;

/** Active users by weekday. */
const WeeklyUsersChart = memo(function WeeklyUsersChart(props: UserChartProps) {
  const total = props.chart?.value.total ?? null;
  return (
    <ChartPanel
      {...props}
      title="Weekly Active Users"
      subtitle="Trip in last 7 days"
      aside={total !== null && <Sum value={total} of="active in 7 days" />}
      columns={["Weekday", "Active users"]}
      colour="text-series-3"
      placeholder={["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]}
      drawing={bars("Active")}
    />
  );
});

/** Trips by time of day. */
const DailyUsersChart = memo(function DailyUsersChart(props: UserChartProps) {
  return (
    <ChartPanel
      {...props}
      title="Daily Active Users"
      subtitle="Trip in last 24 hours"
      columns={["Time (UTC)", "Count"]}
      colour="text-series-4"
      placeholder={["00", "04", "08", "12", "14", "16", "18"]}
      drawing={bars("Count")}
    />
  );
});

interface SumProps {
  value: number;
  /** What the value counts, and its period. */
  of: string;
  children?: ReactNode;
}

/** The main figure of a chart, with what it counts and further text. */
function Sum({ value, of, children }: SumProps) {
  return (
    <p className="text-right text-15 text-ink-2">
      <b className="block font-large text-28/none font-extrabold text-ink tabular-nums">
        <FigureText shown={formatCount(value)} value={value} />
      </b>
      {of}
      {children}
    </p>
  );
}

interface ChartPanelProps extends UserChartProps {
  title: string;
  subtitle: string;
  /** Content to the right of the title. */
  aside?: ReactNode;
  columns: [label: string, value: string];
  /** Whether points are months: the table then marks the one that runs. */
  areMonths?: boolean;
  /** Text colour class, which is the colour of the series. */
  colour: string;
  /** Subject for the accessible name; defaults to the title. */
  what?: string;
  drawing: (points: readonly ChartPoint[]) => ChartContent;
  /** Labels of zeros that are drawn without figures. If undefined, a text replaces the chart. */
  placeholder?: readonly string[];
}

/** Panel with a title, a chart, its figures as a table, and their age. */
function ChartPanel(props: ChartPanelProps) {
  const { title, chart, columns, what = title, placeholder } = props;
  const id = useId();
  const points = chart?.value.points ?? [];
  const empty = points.length === 0;
  return (
    <Panel className={frame} aria-labelledby={id}>
      <header className="mb-3.5 flex min-h-19 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex-[1_1_6rem]">
          <h2 className="text-21/tight" id={id}>
            {title}
          </h2>
          <p className="text-15 text-ink-2">{props.subtitle}</p>
        </div>
        {props.aside}
      </header>
      {chart && (!empty || placeholder) ? (
        <LazyChart
          className={props.colour}
          label={chartLabel(what, points)}
          empty={empty}
          content={props.drawing(
            empty ? (placeholder ?? []).map((label) => ({ label, value: 0 })) : points,
          )}
        />
      ) : (
        <p className="grid min-h-77.75 flex-1 place-items-center text-ink-2">
          {chart ? "No data available" : "Loading chart data..."}
        </p>
      )}
      {chart && (
        <footer className={foot}>
          {!empty && (
            <ChartTable
              caption={title}
              columns={columns}
              points={props.areMonths ? markRunningMonth(points, chart.asOf) : points}
            />
          )}
          <AgeStamp
            asOf={chart.asOf}
            failed={props.ownFailure && chart.state === "stale"}
            empty={empty}
          />
        </footer>
      )}
    </Panel>
  );
}

export const frame =
  "@container/chart-panel flex flex-col px-3.75 pt-5 pb-2 md:px-6 md:pt-6 md:pb-3";

export const foot =
  "mt-auto flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2 text-13";
