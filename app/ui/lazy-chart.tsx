import { useEffect, useState } from "react";
import type { Chart, ChartProps } from "./chart";

interface LazyChartProps extends ChartProps {
  /** A sentence that describes the chart: its accessible name. */
  label: string;
  /** Sets the colour of the chart as a text colour. */
  className: string;
  /** Whether the points are placeholders. */
  empty: boolean;
}

/**
 * A chart of fixed height, whose code is loaded after the page: nivo is as large as the rest of the dashboard's scripts
 * together. Until then, and where it does not come, the table beneath has the figures.
 */
export function LazyChart({ label, className, empty, ...chart }: LazyChartProps) {
  const [Drawing, setDrawing] = useState<typeof Chart | "missing" | null>(null);
  useEffect(() => {
    import("./chart").then(
      (module) => setDrawing(() => module.Chart),
      () => setDrawing("missing"),
    );
  }, []);
  const isMissing = Drawing === "missing";
  return (
    <div
      className={`${box} ${className}`}
      role="img"
      aria-label={label}
      data-missing={isMissing || undefined}
    >
      {Drawing && !isMissing && <Drawing {...chart} live={!empty} />}
      {!Drawing && <p className={notice}>Loading chart data...</p>}
      {isMissing && (
        <p className={notice}>The chart could not be loaded. Its table has the figures.</p>
      )}
      {Drawing && !isMissing && empty && <p className={notice}>No figures</p>}
    </div>
  );
}

// An element cannot query its own width, so the height depends on the panel around it, which is as wide inside. On paper
// a drawing shrinks to that width. The bars beside the one under the pointer fade.
const box =
  "relative mb-2.5 h-57.5 @chart/chart-panel:h-65 noscript:hidden " +
  "in-[:root:not([data-hydrated])]:animate-[chart-gives-way_0s_10s_forwards] " +
  "[&_svg]:print:h-auto [&_svg]:print:max-w-[100cqw] " +
  "[&:has(rect[data-testid]:hover)_rect[data-testid]:not(:hover)]:opacity-55";

const notice = "absolute inset-0 m-auto size-fit bg-raised px-3 py-1.5 text-15 text-ink-2";
