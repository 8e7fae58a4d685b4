import { Link } from "@remix-run/react";
import type {
  Report,
  ReportRequest,
  ReportRow,
  SortKey,
} from "server/dashboard/report/report.server";
import { DASH, grouped } from "~/lib/format-metric";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { ResponsiveTable } from "~/ui/responsive-table";
import { StatePanel } from "~/ui/state-panel";
import { dashboardUrl, shownName } from "../dashboard-url";
import { columns } from "./report-sums";
import { dayText } from "./report-texts";
import { reportUrl, sortKeys } from "./report-url";

interface RowsProps {
  request: ReportRequest;
  report: Report;
  /** `YYYY-MM-DD` (UTC). */
  today: string;
}

/** The rows of a report, with links that group, sort and download them. */
export function Rows({ request, report, today }: RowsProps) {
  const { by, sort } = request;
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
  const sorted = sort.descending ? "descending" : "ascending";
  return (
    <Panel className="@container" breaks aria-label="Rows">
      <Groupings request={request} />
      {report.total.trips === 0 && <NoTrips report={report} />}
      {report.rows.length > 0 && (
        <>
          <nav className={sortBar} aria-label="Sort by">
            Sort by {sortKeys(by).map(sortLink)}
          </nav>
          <ResponsiveTable
            caption={`Trips by ${by}`}
            columns={sortKeys(by).map((key) => ({
              label: heading(key),
              figures: key !== by,
              heading: sortLink(key),
              sorted: sort.key === key ? sorted : undefined,
            }))}
            from="narrow"
            className="card-pairs"
          >
            {report.rows.map((row) => (
              <Row key={row.name ?? ""} row={row} request={request} today={today} />
            ))}
          </ResponsiveTable>
          {report.pages > 1 && <Pages request={request} report={report} />}
        </>
      )}
    </Panel>
  );
}

/** `Trips` of `trips`. */
const heading = (key: SortKey) => key.charAt(0).toUpperCase() + key.slice(1);

const sameView = { rel: "nofollow", prefetch: "none", preventScrollReset: true } as const;

function Groupings({ request }: { request: ReportRequest }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-3 md:px-6 print:pt-2">
      <nav className="flex flex-wrap gap-x-5 gap-y-1 print:hidden" aria-label="Rows of the report">
        {(["day", "wallet", "country"] as const).map((by) => (
          <Link
            key={by}
            to={reportUrl({ ...request, by, sort: undefined, page: 1 })}
            aria-current={by === request.by ? "true" : undefined}
            className="inline-flex min-h-8 items-center aria-current:font-bold aria-current:no-underline"
            {...sameView}
          >
            By {by}
          </Link>
        ))}
      </nav>
      <ButtonLink
        tone="line"
        size="small"
        href={reportUrl(request, "csv")}
        rel="nofollow"
        className="print:hidden"
      >
        CSV
      </ButtonLink>
    </div>
  );
}

function NoTrips({ report: { read, days } }: { report: Report }) {
  const text =
    read === days
      ? "There are no trips in these days. Choose other ones."
      : "There are none in the days that were read.";
  return <StatePanel title="No trips found" text={text} />;
}

function Row({
  row: { name, figures },
  request,
  today,
}: Pick<RowsProps, "request" | "today"> & { row: ReportRow }) {
  const keys = sortKeys(request.by).slice(1);
  const cells = figures === null ? null : columns(figures);
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        <RowName request={request} name={name} today={today} />
      </th>
      {keys.map((key, index) => {
        const cell = cells?.[index];
        const [without = 0] = cell?.without ?? [];
        return (
          <td key={key} data-label={heading(key)} data-figures="">
            {cell?.text ?? DASH}
            {without > 0 && (
              <span className="block text-13 text-ink-2">{grouped(without)} without</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** The name of a row, as a link to its trips or its report. */
function RowName({
  request,
  name,
  today,
}: {
  request: ReportRequest;
  name: string | null;
  today: string;
}) {
  const { by, from, to, country, q } = request;
  if (name === null) return <span className="text-ink-2">Not known</span>;
  const ofDay =
    q === undefined
      ? dashboardUrl({ tab: "trip", date: name, country })
      : reportUrl({ from: name, to: name, country, q });
  const href = {
    day: ofDay,
    wallet: reportUrl({ from, to, country, q: name }),
    country: reportUrl({ from, to, country: name, q }),
  }[by];
  return (
    <Link to={href} rel="nofollow" prefetch="none">
      {by === "day" ? dayText(name, today) : by === "country" ? shownName(name) : name}
    </Link>
  );
}

function Pages({ request, report: { page, pages, rowCount, rows } }: Omit<RowsProps, "today">) {
  const first = (page - 1) * 50;
  const step = (to: number, words: string) =>
    to < 1 || to > pages ? null : (
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
        {grouped(first + 1)}-{grouped(first + rows.length)} of {grouped(rowCount)}
      </p>
      <div className="flex gap-2 print:hidden">
        {step(page - 1, "Previous")}
        {step(page + 1, "Next")}
      </div>
    </nav>
  );
}

// Sort links for the card layout, which displays no column headings.
const sortBar =
  "flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-15 @bar:hidden print:hidden";
