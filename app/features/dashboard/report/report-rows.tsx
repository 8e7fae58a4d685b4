import { Link } from "@remix-run/react";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { StatePanel } from "~/ui/state-panel";
import { ReportTable } from "./report-table";
import { reportUrl } from "./report-url";

const groupings = [
  ["day", "By day"],
  ["wallet", "By wallet"],
  ["country", "By country"],
] as const;

interface RowsProps {
  request: ReportRequest;
  report: Report;
}

/** The rows of a report, with links to group them and to download them. */
export function Rows({ request, report }: RowsProps) {
  const { q, by } = request;
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
          <ButtonLink tone="line" size="small" href={reportUrl(request, "csv")} rel="nofollow">
            CSV
          </ButtonLink>
        </div>
      </div>
      {report.rows.length > 0 ? (
        <ReportTable request={request} report={report} />
      ) : (
        <StatePanel
          title="No trips found"
          text={
            report.read === report.days
              ? "There are no trips in these days. Choose other ones."
              : "There are none in the days that were read."
          }
        />
      )}
    </Panel>
  );
}
