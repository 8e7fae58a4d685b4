import { Link } from "@remix-run/react";
import { useRef, type ReactNode } from "react";
import type {
  ReportFigures,
  ReportRequest,
  ReportRow,
  SortKey,
} from "server/dashboard/report/report.server";
import { reportSums } from "~/content/dashboard";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatCount, formatExact, formatMeasure, grouped } from "~/lib/format-metric";
import { ButtonLink } from "~/ui/button";
import { FigureText } from "~/ui/figure-text";
import { Panel } from "~/ui/panel";
import { ResponsiveTable, type TableColumn } from "~/ui/responsive-table";
import { StatePanel } from "~/ui/state-panel";
import { dayText } from "../screen-texts";
import { useFocusFallback } from "../trips/paging";
import type { ReportAnswer } from "./report-page";
import { GROUPINGS, reportUrl, rowUrl, sortKeys } from "./report-url";

type Figure = (typeof reportSums)[number];

/** The value of a figure; a dash while no trip states it. In a column, to be compared, counts are written out. */
function figureText({ key, kind }: Figure, of: ReportFigures, inColumn = false): ReactNode {
  const value = of[key];
  if (value === null) return DASH;
  if (kind === "clock") return formatDuration(value);
  if (kind === "count" && inColumn) return formatExact(value);
  if (kind === "count") return <FigureText shown={formatCount(value)} value={value} />;
  const unit = kind === "beats" ? undefined : kind;
  return <FigureText shown={formatMeasure(value)} value={value} unit={unit} />;
}

/** How many trips are left out of a figure: `2 without distance`, in a column `2 without`; null when it holds all. */
function withoutText({ lacked }: Figure, { without }: ReportFigures, inColumn = false) {
  if (!lacked || without[lacked] === 0) return null;
  return `${grouped(without[lacked])} without${inColumn ? "" : ` ${lacked}`}`;
}

/** The eight sums of a report, each with the number of trips left out of it. */
export function ReportSums({ figures, isPartial }: { figures: ReportFigures; isPartial: boolean }) {
  return (
    <dl className="grid grid-cols-1 @pair:grid-cols-2 @row:grid-cols-4 print:grid-cols-4">
      {reportSums.map((figure) => (
        <div className={sumCell} key={figure.key}>
          <dt className="text-15/tight font-bold">{figure.name}</dt>
          <dd className="mt-1.5">
            <span className={sum}>{figureText(figure, figures)}</span>{" "}
            {isPartial && <span className={aside}>so far </span>}
            {withoutText(figure, figures) && (
              <span className={aside}>{withoutText(figure, figures)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const sumCell =
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 print:pt-2 print:pb-1 " +
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l " +
  "@row:nth-[n+5]:border-t @row:not-nth-[4n+1]:border-l";

const sum =
  "block font-large text-28/tight print:text-21 font-extrabold tracking-tight wrap-anywhere tabular-nums lining-nums";

const aside = "mt-1 block text-15/snug text-ink-2 tabular-nums";

/** The rows of a report, with links that group, sort and download them. */
export function Rows(answer: ReportAnswer) {
  const { request, report } = answer;
  const columns = sortKeys(request.by).map((key) => columnOf(key, answer));
  return (
    <Panel className="@container/narrow" breaks aria-label="Rows">
      <Groupings {...request} />
      {report.total.trips === 0 && (
        <StatePanel title="No trips found" text="There are none in the days that were read." />
      )}
      {report.rows.length > 0 && (
        <>
          {/* The headings again, for cards, which have none. */}
          <nav className={sortBar} aria-label="Sort by">
            Sort by {columns.map((column) => column.heading)}
          </nav>
          <ResponsiveTable
            caption={`Trips by ${request.by}`}
            columns={columns}
            rows={report.rows}
            keyOf={({ name }) => name ?? ""}
            from="narrow"
          />
          {report.pages > 1 && <Pages {...answer} />}
        </>
      )}
    </Panel>
  );
}

/** A column of the table, whose heading is a link that sorts by it. */
function columnOf(key: SortKey, { request, today }: ReportAnswer): TableColumn<ReportRow> {
  const { by, sort } = request;
  const figure = reportSums.find((one) => one.key === key);
  const label = figure?.name ?? `${by.charAt(0).toUpperCase()}${by.slice(1)}`;
  const sorted = sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined;
  const isNextDescending = sorted ? sorted === "ascending" : figure !== undefined;
  const nameCell = ({ name }: ReportRow) =>
    name === null ? (
      <span className="text-ink-2">Not known</span>
    ) : (
      <Link to={rowUrl(request, name)} rel="nofollow">
        {by === "day" ? dayText(name, today) : name}
      </Link>
    );
  return {
    label,
    kind: figure ? "figure" : "heading",
    sorted,
    heading: (
      <Link
        key={key}
        to={reportUrl({ ...request, sort: isNextDescending ? `-${key}` : key, page: 1 })}
        {...sameView}
        className="inline-flex min-h-6 items-center gap-1 text-inherit"
      >
        {label}
        {sorted && <span aria-hidden="true">{sorted === "descending" ? "↓" : "↑"}</span>}
        {sorted && <span className="sr-only @bar:hidden">, {sorted}</span>}
      </Link>
    ),
    cell: (row) => (figure ? figureCell(figure, row) : nameCell(row)),
  };
}

function figureCell(figure: Figure, { figures }: ReportRow) {
  const without = figures && withoutText(figure, figures, true);
  return (
    <>
      {figures ? figureText(figure, figures, true) : DASH}{" "}
      {without && <span className="block text-13 text-ink-2">{without}</span>}
    </>
  );
}

const sortBar =
  "flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-15 @bar:hidden print:hidden";

const sameView = { rel: "nofollow", preventScrollReset: true } as const;

function Groupings(request: ReportRequest) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-3 md:px-6 print:hidden">
      <nav className="flex flex-wrap gap-x-5 gap-y-1" aria-label="Rows of the report">
        {GROUPINGS.map((by) => (
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
      <ButtonLink tone="line" size="small" href={reportUrl(request, ".csv")} rel="nofollow">
        CSV
      </ButtonLink>
    </div>
  );
}

function Pages({ request, report }: ReportAnswer) {
  const { page, pages, rowsBefore, rowCount, rows } = report;
  const range = useRef<HTMLParagraphElement>(null);
  const step = (to: number, words: string) => (
    <ButtonLink tone="line" size="small" to={reportUrl({ ...request, page: to })} {...sameView}>
      {words}
    </ButtonLink>
  );
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5 md:px-6"
      aria-label="Pages of the report"
      {...useFocusFallback(range)}
    >
      <p className="text-15 tabular-nums" ref={range} tabIndex={-1}>
        {grouped(rowsBefore + 1)}-{grouped(rowsBefore + rows.length)} of {grouped(rowCount)}
      </p>
      <div className="flex gap-2 print:hidden">
        {page > 1 && step(page - 1, "Previous")}
        {page < pages && step(page + 1, "Next")}
      </div>
    </nav>
  );
}
