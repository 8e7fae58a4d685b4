import { Calendar } from "lucide-react";
import { memo, useState, type ReactNode } from "react";
import type { Cached } from "server/cache/cached.server";
import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { formatCount } from "~/lib/format-metric";
import { ChartDrawing } from "~/ui/chart-drawing";
import { FigureText } from "~/ui/figure-text";
import { useHydrated } from "~/ui/use-hydrated";
import { ChartMessage, ChartPanel } from "./chart-panel";
import { chartGrowth, chartLabel, highlightedIndex, placeholders } from "./fleet-view";

interface UserChartProps {
  /** Null while the figures are on their way. */
  chart: Cached<Chart> | null;
  /** The server's clock, epoch milliseconds. */
  now: number;
}

const LOADING = <ChartMessage>Loading chart data...</ChartMessage>;
const EMPTY = <ChartMessage>No data available</ChartMessage>;

/** Unique wallets by month, with their growth. */
export const TotalUsersChart = memo(function TotalUsersChart({ chart, now }: UserChartProps) {
  const frame = {
    title: "Total Users",
    subtitle: "Unique Wallet Addresses",
    series: 1,
    now,
  } as const;
  if (!chart) return <ChartPanel {...frame}>{LOADING}</ChartPanel>;
  const { value } = chart;
  const { points } = value;
  const newest = points.at(-1);
  if (!newest) {
    return (
      <ChartPanel {...frame} cached={chart}>
        {EMPTY}
      </ChartPanel>
    );
  }
  const growth = chartGrowth(value);
  return (
    <ChartPanel
      {...frame}
      cached={chart}
      table={{ columns: ["Month", "Users"], points }}
      aside={
        <p className="sum">
          <b>
            <FigureText shown={formatCount(newest.value)} value={newest.value} />
          </b>
          {growth && <span className={growth.startsWith("-") ? "is-down" : ""}>{growth}</span>}
        </p>
      }
    >
      <ChartDrawing
        label={chartLabel("Total users by month", points)}
        content={{ kind: "line", points, area: true }}
      />
    </ChartPanel>
  );
});

/** Active users by month; 'This month' pins the newest month's figure. */
export const MonthlyUsersChart = memo(function MonthlyUsersChart({ chart, now }: UserChartProps) {
  const [pinned, setPinned] = useState(true);
  const scripts = useHydrated();
  const measured = chart?.value.points ?? [];
  const empty = measured.length === 0;
  const points = empty ? placeholders.months(now) : measured;
  const highlight = highlightedIndex(points);
  return (
    <ChartPanel
      title="Monthly Active Users"
      subtitle="Trip in last 30 days"
      series={2}
      now={now}
      cached={chart ?? undefined}
      table={empty ? undefined : { columns: ["Month", "Active users"], points }}
      aside={
        <div className="this-month-room">
          {scripts && (
            <button
              type="button"
              className="btn line small this-month"
              aria-pressed={pinned}
              disabled={empty}
              onClick={() => setPinned(!pinned)}
            >
              <Calendar className="i" aria-hidden />
              This month
            </button>
          )}
        </div>
      }
    >
      {!chart ? (
        LOADING
      ) : (
        <ChartDrawing
          label={chartLabel("Monthly active users", measured)}
          empty={empty}
          content={{ kind: "line", points, highlight, pinned: pinned && !empty }}
        />
      )}
    </ChartPanel>
  );
});

/** Active users by weekday. */
export const WeeklyUsersChart = memo(function WeeklyUsersChart(props: UserChartProps) {
  const total = props.chart?.value.total ?? null;
  return (
    <BarsPanel
      {...props}
      title="Weekly Active Users"
      subtitle="Trip in last 7 days"
      series={3}
      columns={["Weekday", "Active users"]}
      seriesName="Active"
      placeholder={placeholders.weekdays}
      aside={
        total !== null && (
          <p className="sum">
            <b>
              <FigureText shown={formatCount(total)} value={total} />
            </b>
          </p>
        )
      }
    />
  );
});

/** Trips by time of day. */
export const DailyUsersChart = memo(function DailyUsersChart(props: UserChartProps) {
  return (
    <BarsPanel
      {...props}
      title="Daily Active Users"
      subtitle="Trip in last 24 hours"
      series={4}
      columns={["Time (UTC)", "Count"]}
      seriesName="Count"
      placeholder={placeholders.buckets}
    />
  );
});

interface BarsPanelProps extends UserChartProps {
  title: string;
  subtitle: string;
  series: 3 | 4;
  columns: [string, string];
  /** What a bar counts. */
  seriesName: string;
  /** What stands in for an empty chart. */
  placeholder: () => ChartPoint[];
  aside?: ReactNode;
}

function BarsPanel({ chart, columns, seriesName, placeholder, ...panel }: BarsPanelProps) {
  const measured = chart?.value.points ?? [];
  const empty = measured.length === 0;
  return (
    <ChartPanel
      {...panel}
      cached={chart ?? undefined}
      table={empty ? undefined : { columns, points: measured }}
    >
      {!chart ? (
        LOADING
      ) : (
        <ChartDrawing
          label={chartLabel(panel.title, measured)}
          empty={empty}
          content={{
            kind: "bars",
            points: empty ? placeholder() : measured,
            series: seriesName,
            tooltipWord: "Active",
          }}
        />
      )}
    </ChartPanel>
  );
}
