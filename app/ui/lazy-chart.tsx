import { Component, lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useHydrated } from "~/lib/hydration";
import type { Chart, ChartContent, ChartProps } from "./chart";
import { useSeen } from "./use-in-view";

interface LazyChartProps {
  /** A sentence that describes the chart: its accessible name. */
  label: string;
  content: ChartContent;
  /** Sets the colour of the chart as a text colour. */
  className: string;
  /** Whether the points are placeholders: a note says so, and the chart does not react to the pointer. */
  empty?: boolean;
}

/**
 * A chart of fixed height that scripts draw. In a newly loaded document it is drawn when it comes near the window,
 * because nivo is as large as the rest of the dashboard's scripts together. Without scripts its table is open instead.
 */
export function LazyChart({ label, content, className, empty = false }: LazyChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const [mountedLater] = useState(useHydrated());
  const isNear = useSeen(container, { margin: "50%" });
  const isDrawn = mountedLater || isNear;
  // In print the table is open; a chart that is not drawn yet would be an empty box beside it.
  const frame = `chart-box ${className} ${isDrawn ? "" : "print:hidden"}`;
  return (
    <div ref={container} className={frame} role="img" aria-label={label}>
      {isDrawn ? (
        <MissingBoundary>
          <FetchedChart content={content} live={!empty} waiting={LOADING} />
          {empty && <p className={notice}>No figures</p>}
        </MissingBoundary>
      ) : (
        LOADING
      )}
    </div>
  );
}

const notice = "absolute inset-0 m-auto size-fit bg-raised px-3 py-1.5 text-15 text-ink-2";

const LOADING = <p className={notice}>Loading chart data...</p>;

const MISSING = (
  <p className={notice} data-missing>
    The chart could not be loaded. Its table has the figures.
  </p>
);

/** Renders a message in place of a chart that cannot be fetched or drawn. */
class MissingBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (this.state.failed) return MISSING;
    return <Suspense fallback={LOADING}>{this.props.children}</Suspense>;
  }
}

let fetched: typeof Chart | undefined;

/** Fetches the module that draws charts. */
export async function loadChart(): Promise<typeof Chart> {
  return (fetched = (await import("./chart")).Chart);
}

const LaterChart = lazy(async () => ({ default: await loadChart() }));

/** Renders a module that is loaded already directly: `lazy` would suspend for a moment and show the loading message. */
function FetchedChart(props: ChartProps) {
  const Drawing = fetched ?? LaterChart;
  return <Drawing {...props} />;
}
