import { useId, type ReactNode } from "react";
import { Panel } from "~/ui/panel";
import { ResponsiveTable } from "~/ui/responsive-table";

interface Column<Row> {
  label: string;
  figures?: boolean;
  cell: (row: Row) => ReactNode;
}

interface StatusTableProps<Row> {
  title: string;
  note?: string;
  /** The cells of the first column are row headers. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Text that replaces the table when there are no rows. */
  none?: string;
  /** Minimum panel width for the table layout; narrower panels display cards. */
  from?: "wide" | "narrow";
}

/** A panel with one table. In narrow panels each row is a card with labelled cells. */
export function StatusTable<Row>(props: StatusTableProps<Row>) {
  const { title, note, columns, rows, none, from = "narrow" } = props;
  const [headerColumn, ...others] = columns;
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
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{headerColumn?.cell(row)}</th>
              {others.map(({ label, figures, cell }) => (
                <td key={label} data-label={label} data-figures={figures ? "" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </ResponsiveTable>
      )}
    </Panel>
  );
}
