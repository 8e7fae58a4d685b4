import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { errorTexts } from "~/features/shell/error-texts";
import { REFERENCE_ELEMENT_ID, useReference } from "~/features/shell/reference";
import { FailurePanel, RetryButton } from "~/ui/state-panel";
import { DashboardFrame } from "./dashboard-page";
import { parseDashboardState } from "./dashboard-url";
import { ReloadForm } from "./reload-form";

/** The dashboard where a view could not be made: its frame, one sentence, and a way to try again. */
export function DashboardError() {
  const error = useRouteError();
  const reference = useReference();
  const state = parseDashboardState(new URLSearchParams(useLocation().search));
  const { title, text } = errorTexts(isRouteErrorResponse(error) ? error.status : 500);
  return (
    <DashboardFrame state={state}>
      <section className="panel failure">
        <FailurePanel
          title={title}
          heading="h2"
          text={text}
          retry={
            <ReloadForm state={state}>
              <RetryButton />
            </ReloadForm>
          }
        />
        {reference && (
          <p className="muted text-center">
            Reference: <span id={REFERENCE_ELEMENT_ID}>{reference}</span>
          </p>
        )}
      </section>
    </DashboardFrame>
  );
}
