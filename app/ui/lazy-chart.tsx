import { Component, lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useHydrated } from "~/lib/hydration";
import type { Chart, ChartContent, ChartProps } from "./chart";
import { useSeen } from "./use-in-view";

interface LazyChartProps {
  /** What the drawing shows, in a sentence: its name for assistive technology. */
  label: string;
  content: ChartContent;
  /** Its colour, as a text's. */
  className: string;
  /** Only placeholders are drawn: that is said over them, and they tell the pointer nothing. */
  empty?: boolean;
}

/**
 * A chart of fixed height that scripts draw: in a page that has just been loaded when it comes near the window, because
 * nivo weighs as much as everything else of the dashboard together. Without scripts its table stands open instead.
 */
export function LazyChart({ label, content, className, empty = false }: LazyChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const [cameLater] = useState(useHydrated());
  const isNear = useSeen(container, { margin: "50%" });
  const isDrawn = cameLater || isNear;
  // On paper the table stands open; a drawing that nobody has come near would be an empty box beside it.
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

/** Says so in the place of a chart that cannot be fetched or drawn. */
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

/** Fetches what draws charts. */
export async function loadChart(): Promise<typeof Chart> {
  return (fetched = (await import("./chart")).Chart);
}

const LaterChart = lazy(async () => ({ default: await loadChart() }));

/** React would suspend for a moment where the script is there already, and show that the chart is on its way. */
function FetchedChart(props: ChartProps) {
  const Drawing = fetched ?? LaterChart;
  return <Drawing {...props} />;
}
