import { Link } from "@remix-run/react";
import type { ReportRequest, ReportRow, SortKey } from "server/dashboard/report/report.server";
import { DASH, grouped } from "~/lib/format-metric";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { ResponsiveTable, type TableColumn } from "~/ui/responsive-table";
import { StatePanel } from "~/ui/state-panel";
import { FIGURES, FigureValue, withoutText } from "./report-figures";
import type { AnswerWithReport } from "./report-screen";
import { dayText } from "./report-texts";
import { GROUPINGS, reportUrl, rowUrl, sortKeys } from "./report-url";

/** The rows of a report, with links that group, sort and download them. */
export function Rows(answer: AnswerWithReport) {
  const { request, report } = answer;
  const { by, sort } = request;
  const sorted = sort.descending ? "descending" : "ascending";
  const sortLink = (key: SortKey) => {
    const isSorted = sort.key === key;
    const descending = isSorted ? !sort.descending : key !== by;
    return (
      <Link
        key={key}
        to={reportUrl({ ...request, sort: { key, descending }, page: 1 })}
        {...sameView}
        className="inline-flex min-h-6 items-center gap-1 text-inherit"
      >
        {heading(key)}
        {isSorted && <span aria-hidden="true">{sort.descending ? "↓" : "↑"}</span>}
      </Link>
    );
  };
  const columns = sortKeys(by).map((key): TableColumn => ({
    label: heading(key),
    figures: key !== by,
    heading: sortLink(key),
    sorted: sort.key === key ? sorted : undefined,
  }));
  return (
    <Panel className="@container/narrow" breaks aria-label="Rows">
      <Groupings {...request} />
      {report.total.trips === 0 && (
        <StatePanel
          title="No trips found"
          text={
            report.read === report.days
              ? "There are no trips in these days. Choose other ones."
              : "There are none in the days that were read."
          }
        />
      )}
      {report.rows.length > 0 && (
        <>
          <nav className={sortBar} aria-label="Sort by">
            Sort by {columns.map((column) => column.heading)}
          </nav>
          <ResponsiveTable
            caption={`Trips by ${by}`}
            columns={columns}
            from="narrow"
            className="card-pairs"
          >
            {report.rows.map((row) => (
              <Row key={row.name ?? ""} row={row} {...answer} />
            ))}
          </ResponsiveTable>
          {report.pages > 1 && <Pages {...answer} />}
        </>
      )}
    </Panel>
  );
}

/** `Trips` of `trips`. */
const heading = (key: SortKey) => key.charAt(0).toUpperCase() + key.slice(1);

const sameView = { rel: "nofollow", preventScrollReset: true } as const;

function Groupings(request: ReportRequest) {
  const { from, to, country, q } = request;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-3 md:px-6 print:hidden">
      <nav className="flex flex-wrap gap-x-5 gap-y-1" aria-label="Rows of the report">
        {GROUPINGS.map((by) => (
          <Link
            key={by}
            to={reportUrl({ from, to, country, q, by })}
            aria-current={by === request.by ? "true" : undefined}
            className="inline-flex min-h-8 items-center aria-current:font-bold aria-current:no-underline"
            {...sameView}
          >
            By {by}
          </Link>
        ))}
      </nav>
      <ButtonLink tone="line" size="small" href={reportUrl(request, "csv")} rel="nofollow">
        CSV
      </ButtonLink>
    </div>
  );
}

function Row({ row, request, today }: Omit<AnswerWithReport, "report"> & { row: ReportRow }) {
  const { name, figures } = row;
  const keys: string[] = sortKeys(request.by);
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {name === null ? (
          <span className="text-ink-2">Not known</span>
        ) : (
          <Link to={rowUrl(request, name)} rel="nofollow">
            {request.by === "day" ? dayText(name, today) : name}
          </Link>
        )}
      </th>
      {FIGURES.filter(({ key }) => keys.includes(key)).map((figure) => (
        <td key={figure.key} data-label={figure.name} data-figures="">
          {figures ? <FigureValue figure={figure} of={figures} isExact /> : DASH}
          {figures && withoutText(figure, figures) && (
            <span className="block text-13 text-ink-2">{withoutText(figure, figures, true)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

function Pages({ request, report }: AnswerWithReport) {
  const { page, pages, rowsBefore, rowCount, rows } = report;
  const step = (to: number, words: string) => (
    <ButtonLink tone="line" size="small" to={reportUrl({ ...request, page: to })} {...sameView}>
      {words}
    </ButtonLink>
  );
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5 md:px-6"
      aria-label="Pages of the report"
    >
      <p className="text-15 tabular-nums">
        {grouped(rowsBefore + 1)}-{grouped(rowsBefore + rows.length)} of {grouped(rowCount)}
      </p>
      <div className="flex gap-2 print:hidden">
        {page > 1 && step(page - 1, "Previous")}
        {page < pages && step(page + 1, "Next")}
      </div>
    </nav>
  );
}

// Sort links for the card layout, which displays no column headings.
const sortBar =
  "flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-15 @bar:hidden print:hidden";
