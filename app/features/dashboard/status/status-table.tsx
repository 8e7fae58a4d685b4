import { cva, type VariantProps } from "class-variance-authority";
import { useId, type ReactNode } from "react";
import { Panel } from "~/ui/panel";

export interface StatusColumn {
  label: string;
  /** Whether it holds figures. */
  figures?: boolean;
}

export interface StatusRow {
  key: string;
  /** One for each column; the first names the row. */
  cells: readonly ReactNode[];
}

interface StatusTableProps extends VariantProps<typeof bodyStyle> {
  title: string;
  note?: string;
  columns: readonly StatusColumn[];
  rows: readonly StatusRow[];
  /** Said in place of rows where there are none. */
  none?: string;
}

/** A panel with one table. Where it is narrow each row is a card, and every cell says what it is. */
export function StatusTable({ title, note, columns, rows, none, from }: StatusTableProps) {
  const id = useId();
  return (
    <Panel className="@container" aria-labelledby={id} breaks>
      <header className="px-4 pt-5 pb-3.5 md:px-6">
        <h2 className="text-21/tight" id={id}>
          {title}
        </h2>
        {note && <p className="text-15 text-ink-2">{note}</p>}
      </header>
      {rows.length === 0 ? (
        <p className="border-t border-line px-4 py-3.5 text-15 text-ink-2 md:px-6">{none}</p>
      ) : (
        <table className={tableStyle({ from })}>
          <caption className="sr-only">{title}</caption>
          <thead className={headStyle({ from })}>
            <tr>
              {columns.map(({ label, figures }) => (
                <th
                  key={label}
                  scope="col"
                  className={`${heading} ${figures ? "text-right" : "text-left"}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={bodyStyle({ from })}>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {columns.map(({ label, figures }, index) =>
                  index === 0 ? (
                    <th key={label} scope="row">
                      {cells[index]}
                    </th>
                  ) : (
                    <td key={label} data-label={label} data-figures={figures ? "" : undefined}>
                      {cells[index]}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const heading = [
  "border-b-control border-edge px-3 pt-3.5 pb-3 text-13/none font-bold text-ink-2",
  "first:pl-6 last:pr-6",
].join(" ");

/** From which width of its panel on it is a table. */
const tableStyle = cva("w-full border-collapse border-t border-line text-15", {
  variants: { from: { wide: "@max-table:block", narrow: "@max-bar:block" } },
  defaultVariants: { from: "narrow" },
});

const headStyle = cva("", {
  variants: { from: { wide: "@max-table:sr-only", narrow: "@max-bar:sr-only" } },
  defaultVariants: { from: "narrow" },
});

// All rows' and cells' styles stand here once.
const bodyStyle = cva(
  [
    "*:hover:bg-wash *:print:break-inside-avoid **:[th]:text-left **:[th]:font-semibold",
    "**:data-figures:mono-figures **:data-label:wrap-anywhere",
    "**:data-label:before:hidden **:data-label:before:font-sans **:data-label:before:text-13/tight",
    "**:data-label:before:text-ink-2 **:data-label:before:content-[attr(data-label)]",
  ],
  {
    variants: {
      from: {
        wide: [
          "@table:*:*:h-14 @table:*:*:border-b @table:*:*:border-line @table:*:*:px-3 @table:*:*:py-2",
          "@table:*:*:first:pl-6 @table:*:*:last:pr-6 @table:**:data-figures:text-right",
          "@max-table:block @max-table:*:grid @max-table:*:grid-cols-2 @max-table:*:gap-x-4 @max-table:*:gap-y-2.5",
          "@max-table:*:border-b @max-table:*:border-line @max-table:*:px-4 @max-table:*:py-3.5 @max-table:*:md:px-6",
          "@max-table:**:data-label:before:block @max-table:**:[th]:col-span-full",
          "@max-stack:*:grid-cols-1 @duo:@max-table:*:grid-cols-3",
        ],
        narrow: [
          "@bar:*:*:h-12 @bar:*:*:border-b @bar:*:*:border-line @bar:*:*:px-3 @bar:*:*:py-2",
          "@bar:*:*:first:pl-6 @bar:*:*:last:pr-6 @bar:**:data-figures:text-right",
          "@max-bar:block @max-bar:*:grid @max-bar:*:grid-cols-2 @max-bar:*:gap-x-4 @max-bar:*:gap-y-2.5",
          "@max-bar:*:border-b @max-bar:*:border-line @max-bar:*:px-4 @max-bar:*:py-3.5 @max-bar:*:md:px-6",
          "@max-bar:**:data-label:before:block @max-bar:**:[th]:col-span-full",
          "@max-stack:*:grid-cols-1",
        ],
      },
    },
    defaultVariants: { from: "narrow" },
  },
);
