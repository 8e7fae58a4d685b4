import { useLocation } from "@remix-run/react";
import { RotateCw, TriangleAlert } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "~/ui/button";
import { StatePanel } from "~/ui/state-panel";
import { Fields } from "./address-form";
import { sayNoAnswer, whoAnswers } from "./ask-server";
import { isReport, viewParams } from "./dashboard-url";

/** Delay between the press and the reload, in milliseconds. */
const RELOAD_MS = 100;

/** Loads the page again, unless the server does not answer: then it stays, instead of the browser's error page. */
async function reload(): Promise<void> {
  if (await whoAnswers()) window.location.reload();
  else sayNoAnswer();
}

/** Form that loads the page's document again. */
export function ReloadForm(props: { className?: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  // A view's page is made once for all addresses that mean it, so the server has not seen the rest of this address.
  const params = isReport(pathname) ? asked : viewParams(asked);
  const reloadSoon = (event: FormEvent) => {
    event.preventDefault();
    setTimeout(() => void reload(), RELOAD_MS);
  };
  return (
    <form method="get" action={pathname} className={props.className} onSubmit={reloadSoon}>
      <Fields params={params} />
      {props.children}
    </form>
  );
}

/** Failure message with a Retry button that reloads the page. */
export function LoadFailure(panel: { title: string; text: string; heading?: "h2" }) {
  return (
    <div role="alert">
      <StatePanel
        {...panel}
        picture={<TriangleAlert className="mb-2.5 icon text-danger" aria-hidden />}
      >
        <ReloadForm>
          <Button type="submit" tone="ink" size="small">
            <RotateCw className="icon" aria-hidden />
            Retry
          </Button>
        </ReloadForm>
      </StatePanel>
    </div>
  );
}
