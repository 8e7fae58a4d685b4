import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

export interface TableColumn {
  label: string;
  /** Whether it holds figures. */
  figures?: boolean;
}

interface ResponsiveTableProps extends Required<VariantProps<typeof rowsStyle>> {
  caption: string;
  columns: readonly TableColumn[];
  className?: string;
  /** Its rows. Figures carry `data-figures`; what a cell's `data-label` says is written above it on a card. */
  children: ReactNode;
}

/** A table whose rows are cards where its container is narrow; for assistive technology it stays a table. */
export function ResponsiveTable({
  caption,
  columns,
  from,
  rows,
  cards,
  className = "",
  children,
}: ResponsiveTableProps) {
  return (
    <table
      className={`w-full border-separate border-spacing-0 text-15 as-cards:block ${className}`}
      data-table={from}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="as-cards:sr-only">
        <tr className={headings({ from })}>
          {columns.map(({ label, figures }) => (
            <th key={label} scope="col" data-figures={figures ? "" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={rowsStyle({ cards, from, rows })}>{children}</tbody>
    </table>
  );
}

const headings = cva(
  [
    "text-left text-13/none text-ink-2 *:border-b-control *:border-edge *:px-3.5 *:pt-3.5 *:pb-3 *:font-bold",
    "*:first:pl-6 *:last:pr-6 *:data-figures:text-right",
  ],
  {
    variants: {
      from: {
        /** In sight as long as one of its rows is, under the bar of narrow windows. */
        wide: "as-table:*:sticky as-table:*:top-0 as-table:*:z-1 as-table:*:bg-raised max-lg:as-table:*:top-16",
        narrow: "",
      },
    },
  },
);

// All rows' and cells' styles stand here once: on every cell they would be half of the page.
const rowsStyle = cva(
  [
    "*:hover:bg-wash **:data-figures:mono-figures *:print:break-inside-avoid",
    // A table's cells.
    "as-table:*:*:border-b as-table:*:*:border-line as-table:*:*:px-3.5",
    "as-table:*:*:first:pl-6 as-table:*:*:last:pr-6 as-table:**:data-figures:text-right",
    // Cards, and the labels on them.
    "as-cards:block as-cards:*:grid as-cards:*:border-b as-cards:*:border-line as-cards:*:px-4",
    "**:data-label:before:hidden as-cards:**:data-label:before:block",
    "**:data-label:before:font-sans **:data-label:before:text-13/tight **:data-label:before:font-normal",
    "**:data-label:before:text-ink-2 **:data-label:before:content-[attr(data-label)]",
  ],
  {
    variants: {
      /** From which width of its container on it is a table. */
      from: { wide: "", narrow: "" },
      /** How high a row of the table is at least. */
      rows: {
        compact: "as-table:*:*:h-10 as-table:*:*:py-px",
        normal: "as-table:*:*:h-12 as-table:*:*:py-2",
        comfortable: "as-table:*:*:h-14 as-table:*:*:py-2",
      },
      cards: {
        /** Under the row's name its cells in pairs. */
        pairs: [
          "*:*:first:text-left *:*:first:font-semibold **:data-label:wrap-anywhere",
          "as-cards:*:grid-cols-2 as-cards:*:gap-x-4 as-cards:*:gap-y-2.5 as-cards:*:py-3.5 md:as-cards:*:px-6",
          "as-cards:*:*:first:col-span-full @max-stack:as-cards:*:grid-cols-1 @duo:as-cards:*:grid-cols-3",
        ],
        /** Lines of halves and thirds: the cells say how much of six columns they take. */
        lines: [
          "@duo:as-cards:grid @duo:as-cards:grid-cols-2 @duo:as-cards:*:odd:border-r",
          "as-cards:*:grid-cols-6 as-cards:*:content-start as-cards:*:items-center as-cards:*:gap-x-2 as-cards:*:gap-y-1.5",
          "as-cards:*:*:col-span-2 as-cards:*:pt-3.5 as-cards:*:pb-3",
          "@max-stack:as-cards:*:flex @max-stack:as-cards:*:flex-col @max-stack:as-cards:*:items-stretch",
          "@max-stack:*:*:wrap-anywhere",
        ],
      },
    },
  },
);
