import type { ComponentType } from "react";
import type { ChartContent, ChartProps } from "./chart";
import { serverSizes } from "./chart-size";

interface ResponsiveChartProps {
  content: ChartContent;
  /** What draws: on the server the chart itself, in the browser the one that is fetched late. */
  drawnBy: ComponentType<ChartProps>;
}

/**
 * A wide and a narrow drawing, for a container whose width is not known yet: CSS shows the one that fits. nivo's svg
 * has a fixed size and no view box; one around it makes it fit the widths in between.
 */
export function ResponsiveChart({ content, drawnBy: Chart }: ResponsiveChartProps) {
  return (["wide", "narrow"] as const).map((kind) => {
    const size = serverSizes[kind];
    return (
      <svg
        key={kind}
        className={`size-full overflow-visible ${drawingText} ${shownFrom[kind]}`}
        aria-hidden="true"
        viewBox={`0 0 ${size.width} ${size.height}`}
      >
        <Chart content={content} size={size} live={false} />
      </svg>
    );
  });
}

/** The texts in a drawing. */
export const drawingText = "fill-ink-2 font-mono text-13 font-semibold";

/** Said over a drawing of placeholders. */
export function NoFigures() {
  return <p className={overDrawing}>No figures</p>;
}

export const overDrawing =
  "absolute inset-0 m-auto size-fit bg-raised px-3 pt-1.75 pb-1 text-15 text-ink-2";

const shownFrom = { wide: "hidden @chart:block", narrow: "@chart:hidden" };
