import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { Reference } from "~/features/shell/error-page";
import { errorTexts } from "~/features/shell/page-meta";
import { Panel } from "~/ui/panel";
import { DashboardFrame } from "./dashboard-frame";
import { parseDashboardState } from "./dashboard-url";
import { LoadFailure } from "./state-form";
import { tabFrame } from "./tabs";

/** Error page of the dashboard: its frame, the reason and a Retry button. */
export function DashboardError() {
  const error = useRouteError();
  const state = parseDashboardState(new URLSearchParams(useLocation().search));
  const texts = errorTexts(isRouteErrorResponse(error) ? error.status : 500);
  return (
    <DashboardFrame {...tabFrame(state)}>
      <Panel className="mb-6">
        <LoadFailure state={state} title={texts.title} heading="h2" text={texts.text} />
        <Reference className="px-6 pb-9 text-center text-15 text-ink-2" />
      </Panel>
    </DashboardFrame>
  );
}
