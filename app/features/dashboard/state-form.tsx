import { RotateCw, TriangleAlert } from "lucide-react";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { answersSoon } from "~/lib/connection";
import { Button } from "~/ui/button";
import { StatePanel } from "~/ui/state-panel";
import { showToast } from "~/ui/toast-store";
import {
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  stateParams,
  type DashboardState,
  type Tab,
} from "./dashboard-url";
import { viewName } from "./dashboard-view";

/** A state as hidden fields, so that a plain form leads to it. */
export function StateFields({ state }: { state: Partial<DashboardState> & { tab: Tab } }) {
  return [...stateParams(state)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface ReloadFormProps {
  state: DashboardState;
  className?: string;
  children: ReactNode;
}

/** Wraps a submit button that loads the same view anew, scripts or not. With them nothing is lost if it cannot. */
export function ReloadForm({ state, className, children }: ReloadFormProps) {
  const reload = (event: FormEvent) => {
    event.preventDefault();
    reloadSoon(state);
  };
  return (
    <form
      method="get"
      action={DASHBOARD_PATH}
      className={className}
      onSubmit={reload}
      // As on Remix's forms: for whoever holds presses back while the browser is offline. This one waits for nobody.
      data-discover=""
    >
      <StateFields state={state} />
      {children}
    </form>
  );
}

type LoadFailureProps = Omit<ComponentProps<typeof StatePanel>, "picture" | "children">;

/** A failure with its reason, and `Retry`, which loads the view anew. */
export function LoadFailure({ state, ...panel }: LoadFailureProps & { state: DashboardState }) {
  return (
    <div role="alert">
      <StatePanel
        {...panel}
        picture={<TriangleAlert className="mb-2.5 icon text-danger" aria-hidden />}
      >
        <ReloadForm state={state}>
          <Button type="submit" tone="ink" size="small">
            <RotateCw className="icon" aria-hidden />
            Retry
          </Button>
        </ReloadForm>
      </StatePanel>
    </div>
  );
}

/** How long a reload waits after its button was pressed, in milliseconds. */
const WAIT_MS = 100;

/** How long the server may take to say that it is there, in milliseconds. */
const ANSWER_MS = 4_000;

/**
 * Loads the view that is shown anew; it may be on the screen before its URL is in the address bar. While the server
 * does not answer, the figures stay.
 */
export function reloadSoon(shown: DashboardState): void {
  setTimeout(() => void reload(shown), WAIT_MS);
}

async function reload(shown: DashboardState): Promise<void> {
  if (!(await answersSoon(ANSWER_MS))) {
    const cause = navigator.onLine ? "No answer came." : "You are offline.";
    showToast("error", `${cause} The figures stay as they are.`);
    return;
  }
  const inAddress = parseDashboardState(new URLSearchParams(window.location.search));
  if (viewName(inAddress) === viewName(shown)) window.location.reload();
  else window.location.assign(dashboardUrl(shown));
}
