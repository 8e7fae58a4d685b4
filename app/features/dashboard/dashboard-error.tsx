import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { Reference } from "~/features/shell/error-page";
import { errorTexts } from "~/features/shell/page-meta";
import { Panel } from "~/ui/panel";
import { DashboardFrame } from "./dashboard-frame";
import { parseDashboardState, REPORT_PATH } from "./dashboard-url";
import { LoadFailure } from "./state-form";

/** Error page of the dashboard and its report: the frame, the reason and a Retry button. */
export function DashboardError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { tab } = parseDashboardState(new URLSearchParams(search));
  const texts = errorTexts(isRouteErrorResponse(error) ? error.status : 500);
  return (
    <DashboardFrame screen={pathname.startsWith(REPORT_PATH) ? "report" : tab}>
      <Panel className="mb-6">
        <LoadFailure title={texts.title} heading="h2" text={texts.text} />
        <Reference className="px-6 pb-9 text-center text-15 text-ink-2" />
      </Panel>
    </DashboardFrame>
  );
}
