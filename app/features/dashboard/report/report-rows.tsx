import { Link } from "@remix-run/react";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { StatePanel } from "~/ui/state-panel";
import { doubtText } from "./report-sums";
import { ReportTable, RowsTable } from "./report-table";
import { reportUrl } from "./report-url";

const groupings = [
  ["day", "By day"],
  ["wallet", "By wallet"],
  ["country", "By country"],
] as const;

interface RowsProps {
  request: ReportRequest;
  report: Report;
  hasTrips: boolean;
}

/** The rows of a report, with links to group them, to compare ranges and to download files. */
export function Rows({ request, report, hasTrips }: RowsProps) {
  const { q, by, doubt, compare } = request;
  return (
    <Panel className="@container" breaks aria-label="Rows">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-3 md:px-6 print:pt-2">
        {q === undefined ? (
          <nav
            className="flex flex-wrap gap-x-5 gap-y-1 print:hidden"
            aria-label="Rows of the report"
          >
            {groupings.map(([name, words]) => (
              <Link
                key={name}
                to={reportUrl({ ...request, by: name, sort: undefined, page: 1 })}
                aria-current={name === by ? "true" : undefined}
                className="inline-flex min-h-8 items-center aria-current:font-bold aria-current:no-underline"
                rel="nofollow"
                prefetch="none"
                preventScrollReset
              >
                {words}
              </Link>
            ))}
          </nav>
        ) : (
          <h2 className="text-21/tight">By day</h2>
        )}
        <div className="flex flex-wrap gap-2.5 print:hidden">
          <ButtonLink
            tone="line"
            size="small"
            to={reportUrl({ ...request, compare: !compare })}
            rel="nofollow"
          >
            {compare ? "Without the days before" : "Compare with the days before"}
          </ButtonLink>
          <ButtonLink tone="line" size="small" href={reportUrl(request, "csv")} rel="nofollow">
            CSV
          </ButtonLink>
          <ButtonLink tone="line" size="small" href={reportUrl(request, "json")} rel="nofollow">
            JSON
          </ButtonLink>
        </div>
      </div>
      {doubt !== undefined && (
        <p className="flex flex-wrap gap-x-4 px-5 pb-3 text-15 md:px-6">
          <b aria-current="true">{doubtText(doubt)}</b>
          <Link
            to={reportUrl({ ...request, doubt: undefined, page: 1 })}
            rel="nofollow"
            prefetch="none"
          >
            Show all rows
          </Link>
        </p>
      )}
      {report.rows.length > 0 ? (
        <ReportTable request={request} report={report} />
      ) : (
        <StatePanel
          title={hasTrips ? "No such rows" : "No trips found"}
          text={
            hasTrips
              ? "No row has a trip of this kind."
              : report.read === report.days
                ? "There are no trips in these days. Choose other ones."
                : "There are none in the days that were read."
          }
        />
      )}
    </Panel>
  );
}

/** Wallets with trips in the days before, but without trips in the report's days. */
export function Gone({
  before,
  request,
}: {
  before: NonNullable<Report["before"]>;
  request: ReportRequest;
}) {
  const hiddenCount = before.goneCount - before.gone.length;
  return (
    <Panel className="@container" breaks aria-labelledby="report-gone">
      <h2 className="px-5 pt-5 pb-2 text-21/tight md:px-6" id="report-gone">
        Drove before, not now
      </h2>
      <RowsTable
        caption="Drove before, not now"
        by="wallet"
        rows={before.gone}
        name={({ name }) => (
          <Link
            to={reportUrl({
              from: before.from,
              to: before.to,
              q: name ?? "",
              country: request.country,
            })}
            rel="nofollow"
            prefetch="none"
          >
            {name}
          </Link>
        )}
      />
      {hiddenCount > 0 && (
        <p className="px-5 py-3 text-15 text-ink-2 md:px-6">
          And {hiddenCount.toLocaleString("en-US")} more with fewer trips.
        </p>
      )}
    </Panel>
  );
}
