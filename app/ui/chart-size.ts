/** The size of one drawing of a chart, in CSS pixels. */
export interface ChartSize {
  width: number;
  height: number;
  /** For the figures of the value axis. */
  axisWidth: number;
}

/** From this width on a chart is drawn wide; the style sheet calls it `chart`. */
const WIDE_FROM = 420;

/** The drawing for a width: wide ones have axis 60, narrow ones 42. */
export function chartSize(width: number): ChartSize {
  const wide = width >= WIDE_FROM;
  return { width, height: wide ? 260 : 230, axisWidth: wide ? 60 : 42 };
}

/** Distances from the edge to the plot: axes left and below, 5 px more than nothing elsewhere. */
export function chartMargin({ axisWidth }: ChartSize) {
  return { top: 18, right: 18, bottom: 34, left: axisWidth };
}
