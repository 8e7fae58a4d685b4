import type { ReactNode } from "react";

export interface TableColumn<Row> {
  label: string;
  /** What its cells are: figures, which have the label above them on a card, or the headings of their rows. */
  kind?: "figure" | "heading";
  /** Rendered in place of the label in columns that can be sorted. */
  heading?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
  cell: (row: Row) => ReactNode;
}

interface ResponsiveTableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string;
  /** Container width from which the rows are displayed as a table. Left out: always. */
  from?: "wide" | "narrow";
  className?: string;
}

/**
 * A table whose rows are displayed as cards when its container is narrow; for assistive technology it stays a table.
 * Its styles are in `responsive-table.css`.
 */
export function ResponsiveTable<Row>(props: ResponsiveTableProps<Row>) {
  const { caption, columns, rows, keyOf, from, className } = props;
  return (
    <table className={className} data-table={from}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, kind, heading = label, sorted }) => (
            <th
              key={label}
              scope="col"
              data-figures={kind === "figure" || undefined}
              aria-sort={sorted}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ label, kind, cell }) =>
              kind === "heading" ? (
                <th key={label} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={label} data-label={kind && label}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
