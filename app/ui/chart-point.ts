/** One labelled figure of a chart. */
export interface ChartPoint {
  label: string;
  value: number;
}
