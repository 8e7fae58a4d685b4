import type { ReactNode } from "react";

export interface TableColumn {
  label: string;
  figures?: boolean;
  /** Rendered in place of the label in columns that can be sorted. */
  heading?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
}

interface ResponsiveTableProps {
  caption: string;
  columns: readonly TableColumn[];
  /** Container width from which the rows are displayed as a table. */
  from: "wide" | "narrow";
  className?: string;
  /** The rows. Cells with figures have `data-figures`; `data-label` of a cell is displayed above it on a card. */
  children: ReactNode;
}

/**
 * A table whose rows are displayed as cards when its container is narrow; for assistive technology it stays a table.
 * Its styles are in `responsive-table.css`.
 */
export function ResponsiveTable(props: ResponsiveTableProps) {
  const { caption, columns, from, className, children } = props;
  return (
    <table className={className} data-table={from}>
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
