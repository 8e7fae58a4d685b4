import { Calendar } from "lucide-react";
import { memo, useState, type ReactNode } from "react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { formatCount } from "~/lib/format-metric";
import { Button } from "~/ui/button";
import { ChangeMark } from "~/ui/change-mark";
import { FigureText } from "~/ui/figure-text";
import { LazyChart } from "~/ui/lazy-chart";
import { useHydrated } from "~/lib/hydration";
import { ChartMessage, ChartPanel } from "./chart-panel";
import { busiestText, growthWords, monthlyChanges, newestChange } from "./comparisons";
import { chartLabel, highlightedIndex, placeholders } from "./fleet-view";

interface UserChartProps {
  /** Null while the figures are on their way. */
  chart: Cached<Chart> | null;
  /** Whether the panel itself says that its refresh failed: where not all of the page's refreshes did. */
  ownFailure?: boolean;
}

const LOADING = <ChartMessage>Loading chart data...</ChartMessage>;
const EMPTY = <ChartMessage>No data available</ChartMessage>;

/** Unique wallets by month, with their growth. */
export const TotalUsersChart = memo(function TotalUsersChart({
  chart,
  ownFailure,
}: UserChartProps) {
  const frame = {
    title: "Total Users",
    subtitle: "Unique Wallet Addresses",
    ownFailure,
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
  const growth = growthWords(value);
  return (
    <ChartPanel
      {...frame}
      cached={chart}
      note={newestChange(points)}
      table={monthTable("Users", points)}
      aside={
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
      }
    >
      <LazyChart
        className="text-series-1"
        label={chartLabel("Total users by month", points)}
        content={{ kind: "line", points, area: true }}
      />
    </ChartPanel>
  );
});

/** Active users by month; 'This month' pins the newest month's figure. */
export const MonthlyUsersChart = memo(function MonthlyUsersChart({
  chart,
  ownFailure,
}: UserChartProps) {
  const [pinned, setPinned] = useState(true);
  const scripts = useHydrated();
  const measured = chart?.value.points ?? [];
  const empty = measured.length === 0;
  const points = empty ? placeholders.months(chart?.asOf ?? 0) : measured;
  const highlight = highlightedIndex(points);
  return (
    <ChartPanel
      title="Monthly Active Users"
      subtitle="Trip in last 30 days"
      ownFailure={ownFailure}
      cached={chart ?? undefined}
      note={newestChange(measured)}
      table={empty ? undefined : monthTable("Active users", points)}
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
    >
      {!chart ? (
        LOADING
      ) : (
        <LazyChart
          className="text-series-2"
          label={chartLabel("Monthly active users", measured)}
          empty={empty}
          content={{ kind: "line", points, highlight, pinned: pinned && !empty }}
        />
      )}
    </ChartPanel>
  );
});

/** Months with their figures, each beside the one before. */
function monthTable(counted: string, points: readonly ChartPoint[]) {
  const comparison = { heading: "On the month before", texts: monthlyChanges(points) };
  return {
    columns: ["Month", counted] satisfies [string, string],
    points,
    comparison,
  };
}

/** On or off; dashed while it is off. */
const toggle = [
  "print:hidden not-aria-pressed:border-dashed not-aria-pressed:text-ink-2",
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink",
  "forced-colors:aria-pressed:forced-color-adjust-none",
].join(" ");

// The button comes with the scripts; its room is there from the start.
const buttonRoom = [
  "scripted:grid scripted:min-h-10 scripted:min-w-[min(8.875rem,100%)]",
  "scripted:flex-none scripted:justify-items-end",
].join(" ");

/** Active users by weekday. */
export const WeeklyUsersChart = memo(function WeeklyUsersChart(props: UserChartProps) {
  const total = props.chart?.value.total ?? null;
  return (
    <BarsPanel
      {...props}
      title="Weekly Active Users"
      subtitle="Trip in last 7 days"
      colour="text-series-3"
      columns={["Weekday", "Active users"]}
      seriesName="Active"
      placeholder={placeholders.weekdays}
      busiest="day"
      counted={{ one: "active user", many: "active users" }}
      aside={total !== null && <Sum value={total} of="active in 7 days" />}
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
      colour="text-series-4"
      columns={["Time (UTC)", "Count"]}
      seriesName="Count"
      placeholder={placeholders.buckets}
      busiest="time of day (UTC)"
      counted={{ one: "trip", many: "trips" }}
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
      <b className="block text-28/none font-extrabold text-ink tabular-nums">
        <ChangeMark value={value}>
          <FigureText shown={formatCount(value)} value={value} />
        </ChangeMark>
      </b>
      {of}
      {children}
    </p>
  );
}

interface BarsPanelProps extends UserChartProps {
  title: string;
  subtitle: string;
  /** Of the bars, as a text's colour. */
  colour: string;
  columns: [string, string];
  /** What a bar counts. */
  seriesName: string;
  /** What stands in for an empty chart. */
  placeholder: () => ChartPoint[];
  /** What the largest bar is the busiest of, and the words for what it counts. */
  busiest: string;
  counted: { one: string; many: string };
  aside?: ReactNode;
}

function BarsPanel(props: BarsPanelProps) {
  const { chart, colour, columns, seriesName, placeholder, busiest, counted, ...panel } = props;
  const measured = chart?.value.points ?? [];
  const empty = measured.length === 0;
  return (
    <ChartPanel
      {...panel}
      cached={chart ?? undefined}
      note={busiestText(measured, busiest, counted)}
      table={empty ? undefined : { columns, points: measured }}
    >
      {!chart ? (
        LOADING
      ) : (
        <LazyChart
          className={colour}
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
