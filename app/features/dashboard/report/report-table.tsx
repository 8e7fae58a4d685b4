import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ReportBy, ReportRow, SortKey } from "server/dashboard/report/report-rows.server";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";
import { DASH, formatExact, formatMeasure } from "~/lib/format-metric";
import { ButtonLink } from "~/ui/button";
import { ResponsiveTable } from "~/ui/responsive-table";
import { FigureText } from "~/ui/figure-text";
import { dashboardUrl, shownName } from "../dashboard-url";
import { reportValues } from "./report-figures";
import { reportUrl, sortKeys } from "./report-url";

const headings: Record<SortKey, string> = {
  day: "Day",
  wallet: "Wallet",
  country: "Country",
  trips: "Trips",
  distance: "Distance",
  hours: "Hours",
  beats: "Beats",
  wallets: "Wallets",
};

interface ReportTableProps {
  request: ReportRequest;
  report: Report;
}

/** The rows of a report. The column headings are links that sort the rows of all pages. */
export function ReportTable({ request, report }: ReportTableProps) {
  const { by, sort } = request;
  const sortLink = (key: SortKey) => {
    const isSorted = sort.key === key;
    const descending = isSorted ? !sort.descending : key !== by;
    return (
      <Link
        key={key}
        to={reportUrl({ ...request, sort: { key, descending }, page: 1 })}
        rel="nofollow"
        prefetch="none"
        preventScrollReset
        className="inline-flex min-h-6 items-center gap-1 text-inherit"
      >
        {headings[key]}
        {isSorted && <span aria-hidden="true">{sort.descending ? "↓" : "↑"}</span>}
      </Link>
    );
  };
  return (
    <>
      <nav className={sortBar} aria-label="Sort by">
        Sort by {sortKeys(by).map(sortLink)}
      </nav>
      <RowsTable
        caption={`Trips by ${by}`}
        by={by}
        rows={report.rows}
        name={(row) => <RowName request={request} name={row.name} />}
        heading={sortLink}
        sorted={sort}
      />
      {report.pages > 1 && <Pages request={request} report={report} />}
    </>
  );
}

interface RowsTableProps {
  caption: string;
  by: ReportBy;
  rows: readonly ReportRow[];
  name: (row: ReportRow) => ReactNode;
  heading?: (key: SortKey) => ReactNode;
  sorted?: ReportRequest["sort"];
}

/** Table of rows with their sums, abbreviated from a million on. On narrow screens CSS displays each row as a card. */
export function RowsTable({ caption, by, rows, name, heading, sorted }: RowsTableProps) {
  const keys = sortKeys(by);
  const columns = keys.map((key) => ({
    label: headings[key],
    figures: key !== by,
    ...(heading && { heading: heading(key) }),
    sorted: sorted?.key === key ? directionOf(sorted) : undefined,
  }));
  return (
    <ResponsiveTable caption={caption} columns={columns} from="narrow" className="card-pairs">
      {rows.map((row) => {
        const { trips, distance, hours, beats, wallets } = reportValues(row.sums);
        return (
          <tr key={row.name ?? ""}>
            <th scope="row" className="wrap-anywhere">
              {name(row)}
            </th>
            <Figure label="Trips">{formatExact(trips)}</Figure>
            <Figure label="Distance">
              <Measure value={distance} unit="km" />
            </Figure>
            <Figure label="Hours">{hours === null ? DASH : formatExact(hours)}</Figure>
            <Figure label="Beats">
              <Measure value={beats} />
            </Figure>
            {by !== "wallet" && <Figure label="Wallets">{formatExact(wallets)}</Figure>}
          </tr>
        );
      })}
    </ResponsiveTable>
  );
}

function directionOf({ descending }: ReportRequest["sort"]): "ascending" | "descending" {
  return descending ? "descending" : "ascending";
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td data-label={label} data-figures="">
      {children}
    </td>
  );
}

function Measure({ value, unit }: { value: number | null; unit?: string }) {
  const shown = formatMeasure(value);
  return <FigureText shown={shown} value={value} unit={shown === DASH ? undefined : unit} />;
}

/** The name of a row, as a link to its trips or its report. */
function RowName({ request, name }: { request: ReportRequest; name: string | null }) {
  const { by, from, to, country } = request;
  if (name === null) return <span className="text-ink-2">Not known</span>;
  const href = {
    day: () => dashboardUrl({ tab: "trip", date: name, country }),
    wallet: () => reportUrl({ from, to, q: name }),
    country: () => reportUrl({ from, to, country: name }),
  }[by]();
  return (
    <Link to={href} rel="nofollow" prefetch="none">
      {by === "day" ? formatDay(name) : by === "country" ? shownName(name) : name}
    </Link>
  );
}

function Pages({ request, report: { page, pages, rowCount, rows } }: ReportTableProps) {
  const first = (page - 1) * 50;
  const count = (value: number) => value.toLocaleString("en-US");
  const step = (to: number, words: string) =>
    to < 1 || to > pages ? null : (
      <ButtonLink
        tone="line"
        size="small"
        to={reportUrl({ ...request, page: to })}
        rel={`${to < page ? "prev" : "next"} nofollow`}
        preventScrollReset
      >
        {words}
      </ButtonLink>
    );
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5 md:px-6"
      aria-label="Pages of the report"
    >
      <p className="text-15 tabular-nums">
        {count(first + 1)}-{count(first + rows.length)} of {count(rowCount)}
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
