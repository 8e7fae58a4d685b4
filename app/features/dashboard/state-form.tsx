import { RotateCw, TriangleAlert } from "lucide-react";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import toast from "react-hot-toast/headless";
import { Button } from "~/ui/button";
import { StatePanel } from "~/ui/state-panel";
import {
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  stateParams,
  type DashboardState,
  type Tab,
} from "./dashboard-url";
import { viewName } from "./dashboard-view";

/** Hidden form fields for a state, so that a GET form navigates to it. */
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

/** Form that reloads the view. With scripts, the page stays if the server does not answer. */
export function ReloadForm({ state, className, children }: ReloadFormProps) {
  const reload = (event: FormEvent) => {
    event.preventDefault();
    reloadSoon(state);
  };
  return (
    <form method="get" action={DASHBOARD_PATH} className={className} onSubmit={reload}>
      <StateFields state={state} />
      {children}
    </form>
  );
}

type LoadFailureProps = Omit<ComponentProps<typeof StatePanel>, "picture" | "children">;

/** Failure message with a Retry button that reloads the view. */
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

/** Delay between the click and the reload, in milliseconds. */
const WAIT_MS = 100;

/** Timeout of the check that the server is reachable, in milliseconds. */
const ANSWER_MS = 4_000;

/**
 * Reloads the displayed view, which can be ahead of the address bar. While the server does not
 * answer, the page stays and a toast says so.
 */
function reloadSoon(state: DashboardState): void {
  setTimeout(() => void reload(state), WAIT_MS);
}

async function reload(state: DashboardState): Promise<void> {
  if (!(await serverAnswers())) {
    const cause = navigator.onLine ? "No answer came." : "You are offline.";
    toast.error(`${cause} The figures stay as they are.`);
    return;
  }
  const addressState = parseDashboardState(new URLSearchParams(window.location.search));
  if (viewName(addressState) === viewName(state)) window.location.reload();
  else window.location.assign(dashboardUrl(state));
}

/** Whether the server can be reached, so that a reload does not end on the browser's error page. */
async function serverAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch("/healthz", { method: "HEAD", cache: "no-store", signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
