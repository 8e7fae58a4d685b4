import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { Reference } from "~/features/shell/error-page";
import { errorTexts } from "~/features/shell/page-meta";
import { Panel } from "~/ui/panel";
import { DashboardFrame } from "./dashboard-frame";
import { parseDashboardState } from "./dashboard-url";
import { LoadFailure } from "./state-form";
import { tabFrame } from "./tabs";

/** The dashboard where a view could not be made: its frame, one sentence, and a way to try again. */
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
