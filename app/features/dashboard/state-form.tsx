import { RotateCw, TriangleAlert } from "lucide-react";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "~/ui/button";
import { StatePanel } from "~/ui/state-panel";
import { DASHBOARD_PATH, stateParams, type DashboardState } from "./dashboard-url";
import { reloadSoon } from "./reload";

/** Hidden fields for a state, so that a GET form opens it. */
export function StateFields({ state }: { state: Parameters<typeof stateParams>[0] }) {
  return [...stateParams(state)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface ReloadFormProps {
  state: DashboardState;
  className?: string;
  children: ReactNode;
}

/** Form that loads the view's document again. */
export function ReloadForm({ state, className, children }: ReloadFormProps) {
  const reload = (event: FormEvent) => {
    event.preventDefault();
    reloadSoon();
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
