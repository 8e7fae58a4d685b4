import { useInView } from "framer-motion";
import { lazy, Suspense, useRef } from "react";
import type { ChartProps } from "./chart";

const Chart = lazy(() => import("./chart").catch(() => ({ default: MissingChart })));

interface LazyChartProps extends ChartProps {
  /** A sentence that describes the chart: its accessible name. */
  label: string;
  /** Sets the colour of the chart as a text colour. */
  className: string;
}

/**
 * A chart of fixed height that is drawn when it is almost in the window: nivo is as large as the rest of the dashboard's
 * scripts together. Until then, on paper too, and where its code does not come, the table beneath has the figures.
 */
export function LazyChart({ label, className, ...chart }: LazyChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useInView(frame, { margin: "64px", once: true });
  const waiting = <p className={notice}>Loading chart data...</p>;
  return (
    <div className={`${box} ${className}`} ref={frame} role="img" aria-label={label}>
      {isNear ? (
        <Suspense fallback={waiting}>
          <Chart {...chart} />
          {chart.empty && <p className={notice}>No figures</p>}
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}

const MissingChart = () => (
  <p className={notice}>The chart could not be loaded. Its table has the figures.</p>
);

// An element cannot query its own width, so the height depends on the panel around it, which is as wide inside. On paper
// a drawing shrinks to that width. The bars beside the one under the pointer fade. Forced colours do not change SVG.
const box =
  "relative mb-2.5 h-57.5 @[420px]/chart-panel:h-65 noscript:hidden not-has-[svg]:print:hidden " +
  "[&_svg]:print:h-auto [&_svg]:print:max-w-[100cqw] " +
  "[&:has(rect[data-testid]:hover)_rect[data-testid]:not(:hover)]:opacity-55 " +
  "forced-colors:[--color-raised:Canvas] forced-colors:[--color-ink-2:CanvasText] " +
  "forced-colors:[--color-edge:CanvasText] forced-colors:[--color-line:GrayText]";

const notice = "absolute inset-0 m-auto size-fit bg-raised px-3 py-1.5 text-15 text-ink-2";
