import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { Reference } from "~/features/shell/error-page";
import { errorTexts } from "~/features/shell/page-meta";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { StatePanel } from "~/ui/state-panel";
import { DashboardFrame } from "../dashboard-frame";
import { REPORT_PATH } from "../dashboard-url";
import { REPORT_TITLE } from "./report-texts";

/** Error page of the report: the dashboard's frame, the reason and a link that loads the page again. */
export function ReportError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const texts = errorTexts(isRouteErrorResponse(error) ? error.status : 500);
  return (
    <DashboardFrame home={REPORT_PATH} tab={null} heading={REPORT_TITLE} breadcrumb={REPORT_TITLE}>
      <Panel>
        <StatePanel title={texts.title} heading="h2" text={texts.text}>
          <ButtonLink tone="ink" size="small" href={pathname + search}>
            Retry
          </ButtonLink>
        </StatePanel>
        <Reference className="px-6 pb-9 text-center text-15 text-ink-2" />
      </Panel>
    </DashboardFrame>
  );
}
