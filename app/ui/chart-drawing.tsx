import type { ReactNode } from "react";
import { serverSizes, chartSize, type ChartSize } from "./chart-size";
import { useElementWidth } from "./use-element-width";

interface ChartDrawingProps {
  /** What the drawing shows, in a sentence: its name for assistive technology. */
  label: string;
  /** Draws at a size. Live drawings answer to the pointer, the server's do not. */
  draw: (size: ChartSize, live: boolean) => ReactNode;
  /** Only placeholders are drawn: that is said over them, and they tell the pointer nothing. */
  empty?: boolean;
}

/**
 * Room of fixed height for a chart. The server sends a wide and a narrow drawing and CSS shows the
 * one that fits; a script measures the room and puts one drawing of exactly that width in its place.
 */
export function ChartDrawing({ label, draw, empty }: ChartDrawingProps) {
  const { ref, width } = useElementWidth<HTMLDivElement>();
  return (
    <div className="chart" ref={ref} role="img" aria-label={label}>
      {width ? (
        draw(chartSize(width), !empty)
      ) : (
        <>
          <ScalingDrawing size={serverSizes.wide} draw={draw} kind="wide" />
          <ScalingDrawing size={serverSizes.narrow} draw={draw} kind="narrow" />
        </>
      )}
      {empty && <p className="chart-empty">No figures</p>}
    </div>
  );
}

/** nivo's svg has a fixed size and no view box; one around it makes it fit the widths in between. */
function ScalingDrawing({
  size,
  draw,
  kind,
}: {
  size: ChartSize;
  draw: ChartDrawingProps["draw"];
  kind: "wide" | "narrow";
}) {
  return (
    <svg
      className={`chart-${kind}`}
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
    >
      {draw(size, false)}
    </svg>
  );
}
