import { Calendar } from "lucide-react";
import { memo, useId, useState, type ReactNode } from "react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { useHydrated } from "~/lib/hydration";
import { formatCount } from "~/lib/format-metric";
import { AgeStamp } from "~/ui/age-stamp";
import { Button } from "~/ui/button";
import { ChangeMark } from "~/ui/change-mark";
import type { ChartContent } from "~/ui/chart";
import { ChartTable } from "~/ui/chart-table";
import { FigureText } from "~/ui/figure-text";
import { LazyChart } from "~/ui/lazy-chart";
import { Panel } from "~/ui/panel";
import { isFailed, type FleetResults } from "../dashboard-view";
import {
  busiestText,
  chartLabel,
  growthWords,
  highlightedIndex,
  monthlyChanges,
  monthsUpTo,
  newestChange,
} from "./chart-texts";

interface UserChartsProps {
  /** Null while the figures are on their way. */
  fleet: FleetResults | null;
  /** Whether a panel itself says that its refresh failed: where not all of the page's refreshes did. */
  ownFailure: boolean;
}

/** The four user charts; what failed is left out. */
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
  /** Null while the figures are on their way. */
  chart: Cached<Chart> | null;
  ownFailure: boolean;
}

/** Unique wallets by month, with their growth. */
const TotalUsersChart = memo(function TotalUsersChart(props: UserChartProps) {
  const newest = props.chart?.value.points.at(-1);
  const growth = props.chart && growthWords(props.chart.value);
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
                  className={`font-mono leading-tight font-bold ${growth.growth.startsWith("-") ? "text-danger" : "text-ok"}`}
                >
                  {growth.growth}
                </span>{" "}
                {growth.against}
              </>
            )}
          </Sum>
        )
      }
      note={newestChange}
      columns={["Month", "Users"]}
      areMonths
      colour="text-series-1"
      what="Total users by month"
      drawing={(points) => ({ kind: "line", points, area: true })}
    />
  );
});

/** Active users by month; 'This month' pins the newest month's figure. */
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
        <div className={buttonRoom}>
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
      note={newestChange}
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

/** On or off; dashed while it is off. */
const toggle =
  "print:hidden not-aria-pressed:border-dashed not-aria-pressed:text-ink-2 " +
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink " +
  "forced-colors:aria-pressed:forced-color-adjust-none";

// The button comes with the scripts; its room is there from the start.
const buttonRoom =
  "scripted:grid scripted:min-h-10 scripted:min-w-[min(8.875rem,100%)] " +
  "scripted:flex-none scripted:justify-items-end";

const bars = (series: string) => (points: readonly ChartPoint[]) =>
  ({ kind: "bars", points, series, tooltipWord: "Active" }) as const;

/** Active users by weekday. */
const WeeklyUsersChart = memo(function WeeklyUsersChart(props: UserChartProps) {
  const total = props.chart?.value.total ?? null;
  const counted = { one: "active user", many: "active users" };
  return (
    <ChartPanel
      {...props}
      title="Weekly Active Users"
      subtitle="Trip in last 7 days"
      aside={total !== null && <Sum value={total} of="active in 7 days" />}
      note={(points) => busiestText(points, "day", counted)}
      columns={["Weekday", "Active users"]}
      colour="text-series-3"
      placeholder={["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]}
      drawing={bars("Active")}
    />
  );
});

/** Trips by time of day. */
const DailyUsersChart = memo(function DailyUsersChart(props: UserChartProps) {
  const counted = { one: "trip", many: "trips" };
  return (
    <ChartPanel
      {...props}
      title="Daily Active Users"
      subtitle="Trip in last 24 hours"
      note={(points) => busiestText(points, "time of day (UTC)", counted)}
      columns={["Time (UTC)", "Count"]}
      colour="text-series-4"
      placeholder={["00", "04", "08", "12", "14", "16", "18"]}
      drawing={bars("Count")}
    />
  );
});

interface SumProps {
  value: number;
  /** What it counts, and since or until when. */
  of: string;
  children?: ReactNode;
}

/** A chart's one figure, with what it counts and how it came to be. */
function Sum({ value, of, children }: SumProps) {
  return (
    <p className="text-right text-15 text-ink-2">
      <b className="block font-large text-28/none font-extrabold text-ink tabular-nums">
        <ChangeMark value={value}>
          <FigureText shown={formatCount(value)} value={value} />
        </ChangeMark>
      </b>
      {of}
      {children}
    </p>
  );
}

interface ChartPanelProps extends UserChartProps {
  title: string;
  subtitle: string;
  /** Stands right of the title. */
  aside?: ReactNode;
  /** What the figures say, in a sentence under the drawing. */
  note: (points: readonly ChartPoint[]) => string | null;
  columns: [label: string, value: string];
  /** Whether the table compares each figure with the one before. */
  areMonths?: boolean;
  /** Of the drawing, as a text's colour. */
  colour: string;
  /** What is drawn, for the drawing's name; else the title says so. */
  what?: string;
  drawing: (points: readonly ChartPoint[]) => ChartContent;
  /** Labels over which zeros, never told as figures, are drawn where there are none. Left out: a sentence says so. */
  placeholder?: readonly string[];
}

/** A chart: title, drawing, the same figures as a table, their age. */
function ChartPanel(props: ChartPanelProps) {
  const { title, chart, note, columns, what = title, placeholder } = props;
  const id = useId();
  const points = chart?.value.points ?? [];
  const empty = points.length === 0;
  const comparison = props.areMonths && {
    heading: "On the month before",
    texts: monthlyChanges(points),
  };
  const said = note(points);
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
      {said && <p className="mb-2.5 text-15 tabular-nums">{said}</p>}
      {chart && (
        <footer className={foot}>
          {!empty && (
            <ChartTable
              caption={title}
              columns={columns}
              points={points}
              comparison={comparison || undefined}
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
