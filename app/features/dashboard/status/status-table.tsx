import { useId, type ReactNode } from "react";
import { Panel } from "~/ui/panel";
import { ResponsiveTable, type TableColumn } from "~/ui/responsive-table";

export interface StatusRow {
  key: string;
  /** One for each column; the first names the row. */
  cells: readonly ReactNode[];
}

interface StatusTableProps {
  title: string;
  note?: string | undefined;
  columns: readonly TableColumn[];
  rows: readonly StatusRow[];
  /** Said in place of rows where there are none. */
  none?: string;
  /** From which width of its panel on it is a table. */
  from?: "wide" | "narrow";
}

/** A panel with one table. Where it is narrow each row is a card, and every cell says what it is. */
export function StatusTable({
  title,
  note,
  columns,
  rows,
  none,
  from = "narrow",
}: StatusTableProps) {
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
        <ResponsiveTable
          caption={title}
          columns={columns}
          from={from}
          rows={from === "wide" ? "comfortable" : "normal"}
          className="card-pairs"
        >
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
        </ResponsiveTable>
      )}
    </Panel>
  );
}
