import { formatExact } from "~/lib/format-metric";
import type { ChartPoint } from "./chart-point";

interface ChartTableProps {
  caption: string;
  /** Headings of the two columns. */
  columns: [label: string, value: string];
  points: readonly ChartPoint[];
}

/** The figures of a chart as a table: for assistive technology, print, and whoever likes it better. */
export function ChartTable({ caption, columns, points }: ChartTableProps) {
  return (
    <details className="chart-table">
      <summary>Show as table</summary>
      <table>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{columns[0]}</th>
            <th scope="col" className="r">
              {columns[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {placedRows(points).map(({ key, label, value }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className="r mono">{formatExact(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function placedRows(points: readonly ChartPoint[]) {
  return points.map((point, index) => ({ ...point, key: index }));
}
