import { DASH, formatExact } from "~/lib/format-metric";
import { ResponsiveTable, type TableColumn } from "./responsive-table";

export interface ChartPoint {
  label: string;
  /** Null while unknown: a gap in the chart, and a dash in the table. */
  value: number | null;
}

interface ChartTableProps {
  caption: string;
  columns: readonly [label: string, value: string];
  points: readonly ChartPoint[];
}

/** The figures of a chart as a table: for assistive technology, print, and visitors who prefer a table. */
export function ChartTable({ caption, columns: [label, value], points }: ChartTableProps) {
  const columns: TableColumn<ChartPoint>[] = [
    { label, kind: "heading", cell: (point) => point.label },
    { label: value, cell: (point) => (point.value === null ? DASH : formatExact(point.value)) },
  ];
  // It stands open on paper (in browsers since 2025), and where no script draws the chart.
  return (
    <details className="text-15 open:w-full plain:w-full plain:details-content:[content-visibility:visible]">
      <summary className={summary}>Show as table</summary>
      <div className="@container">
        <ResponsiveTable
          caption={caption}
          columns={columns}
          rows={points}
          keyOf={(point, index) => `${point.label}/${index}`}
          className={table}
        />
      </div>
    </details>
  );
}

// Words break only if enlarged text would overflow a narrow window (WCAG 1.4.4).
const table =
  "mt-1.5 mb-3 w-full border-collapse [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line " +
  "[&_:is(th,td)]:px-2 [&_:is(th,td)]:py-[5.5px] [&_:is(th,td)]:text-right " +
  "[&_:is(th,td)]:@max-[14rem]:wrap-anywhere [&_th:first-child]:text-left " +
  "[&_thead_th]:text-13 [&_thead_th]:text-ink-2 [&_tbody_th]:font-normal [&_td]:font-mono";

const summary =
  "inline-flex min-h-8 cursor-pointer items-center text-ink-2 hover:text-ink print:hidden " +
  "underline decoration-1 underline-offset-link";
