import type { ReactNode } from "react";

export interface TableColumn {
  label: string;
  figures?: boolean;
  /** In place of the label, where the heading sorts. */
  heading?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
}

interface ResponsiveTableProps {
  caption: string;
  columns: readonly TableColumn[];
  /** From which width of its container on it is a table. */
  from: "wide" | "narrow";
  /** How high a row of the table is at least. */
  rows: "compact" | "normal" | "comfortable";
  className?: string;
  /** Its rows. Figures carry `data-figures`; what a cell's `data-label` says is written above it on a card. */
  children: ReactNode;
}

/**
 * A table whose rows are cards where its container is narrow; for assistive technology it stays a table. Its looks are in
 * `responsive-table.css`.
 */
export function ResponsiveTable(props: ResponsiveTableProps) {
  const { caption, columns, from, rows, className, children } = props;
  return (
    <table className={className} data-table={from} data-rows={rows}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, figures, heading = label, sorted }) => (
            <th key={label} scope="col" data-figures={figures ? "" : undefined} aria-sort={sorted}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
