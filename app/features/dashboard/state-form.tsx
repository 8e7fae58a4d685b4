import { Form, useLocation, type FormProps } from "@remix-run/react";
import { RotateCw, TriangleAlert } from "lucide-react";
import { useRef, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";
import { Button } from "~/ui/button";
import { StatePanel } from "~/ui/state-panel";
import { DASHBOARD_PATH, isReport, viewParams } from "./dashboard-url";
import { sayNoAnswer, whoAnswers } from "./open-page";

/**
 * Form with fields of the page's address, which are reset when that changes. Typed text is kept otherwise, even if it was
 * typed before React hydrated the page. New fields would lose the focus (WCAG 2.4.3).
 */
export function StateForm(props: FormProps) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const form = useRef<HTMLFormElement>(null);
  const last = useRef(address);
  // In the commit that shows the new defaults: what is typed after it is kept.
  useBrowserLayoutEffect(() => {
    if (last.current !== address) form.current?.reset();
    last.current = address;
  }, [address]);
  return (
    <Form action={DASHBOARD_PATH} autoComplete="off" preventScrollReset {...props} ref={form} />
  );
}

/** Hidden fields for a query, so that a GET form sends it. */
export function Fields({ params }: { params: URLSearchParams }) {
  return [...params].map(([name, value], index) => (
    <input key={index} type="hidden" name={name} value={value} />
  ));
}

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

type LoadFailureProps = Omit<ComponentProps<typeof StatePanel>, "picture" | "children">;

/** Failure message with a Retry button that reloads the page. */
export function LoadFailure(panel: LoadFailureProps) {
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
