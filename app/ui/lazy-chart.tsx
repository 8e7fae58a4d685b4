import { useEffect, useRef, useState } from "react";
import type { Chart, ChartProps } from "./chart";
import { useInView } from "./use-in-view";

interface LazyChartProps extends Omit<ChartProps, "live"> {
  /** A sentence that describes the chart: its accessible name. */
  label: string;
  /** Sets the colour of the chart as a text colour. */
  className: string;
  /** Whether the points are placeholders. */
  empty: boolean;
}

/**
 * A chart of fixed height that is drawn when it is almost in the window: nivo is as large as the rest of the dashboard's
 * scripts together. Until then, on paper too, and where its code does not come, the table beneath has the figures.
 */
export function LazyChart({ label, className, empty, ...chart }: LazyChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useInView(frame, { margin: "64px", once: true });
  const [Drawing, setDrawing] = useState<typeof Chart | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isNear) return;
    inTurn().then(
      (loaded) => setDrawing(() => loaded),
      () => setMissing(true),
    );
  }, [isNear]);
  const words = isMissing
    ? "The chart could not be loaded. Its table has the figures."
    : Drawing
      ? empty && "No figures"
      : "Loading chart data...";
  return (
    <div
      className={`${box} ${className}`}
      ref={frame}
      role="img"
      aria-label={label}
      data-missing={isMissing || undefined}
    >
      {Drawing && <Drawing {...chart} live={!empty} />}
      {words && <p className={notice}>{words}</p>}
    </div>
  );
}

let turn: Promise<unknown> = Promise.resolve();

/** Loads the code of charts. Charts get it one frame after another, so that no task of the browser draws two of them. */
async function inTurn(): Promise<typeof Chart> {
  turn = turn.then(() => new Promise(requestAnimationFrame));
  const [module] = await Promise.all([import("./chart"), turn]);
  return module.Chart;
}

// An element cannot query its own width, so the height depends on the panel around it, which is as wide inside. On paper
// a drawing shrinks to that width. The bars beside the one under the pointer fade.
const box =
  "relative mb-2.5 h-57.5 @chart/chart-panel:h-65 noscript:hidden not-has-[svg]:print:hidden " +
  "in-[:root:not([data-hydrated])]:animate-[chart-gives-way_0s_10s_forwards] " +
  "[&_svg]:print:h-auto [&_svg]:print:max-w-[100cqw] " +
  "[&:has(rect[data-testid]:hover)_rect[data-testid]:not(:hover)]:opacity-55";

const notice = "absolute inset-0 m-auto size-fit bg-raised px-3 py-1.5 text-15 text-ink-2";
