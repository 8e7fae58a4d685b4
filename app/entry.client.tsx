import { startTransition, StrictMode, useLayoutEffect, type ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PageHandle } from "./features/shell/page-handle";
import { hasQueryChanged } from "./lib/opened-address";
import { copyInputFrom } from "./lib/rebuilt-document";
import { keepReplacedTexts } from "./lib/replaced-texts";

if (hasQueryChanged()) location.reload();
else void start();

async function start(): Promise<void> {
  const handles = Object.values(window.__remixRouteModules).map((route) => route?.handle);
  const { routed, unrouted } = Object.assign({}, ...handles) as PageHandle; // our routes have no other handles
  if (routed) hydrate(routed());
  // Hot module replacement in development works only with Remix's browser entry.
  else if (import.meta.env.DEV)
    hydrate((await import("./features/shell/routed-page")).routedPage());
  else if (unrouted) hydrate(await unrouted());
}

function hydrate(page: ReactElement): void {
  keepReplacedTexts();
  // In one task if an extension changed the document: during a transition it could change the document again.
  const start = window.foreignChanges?.changes.length
    ? (run: () => void) => run()
    : startTransition;
  start(() => {
    hydrateRoot(
      document,
      <StrictMode>
        {page}
        <RebuiltDocument sent={document.documentElement} />
      </StrictMode>,
    );
  });
}

/** Keeps the visitor's input if React rebuilds the document instead of hydrating. @param sent the server's `<html>` */
function RebuiltDocument({ sent }: { sent: HTMLElement }) {
  // React renders this component last, before it replaces the document and thereby removes the focus.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (document.documentElement !== sent) copyInputFrom(sent, focused);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before effects read the fields
  }, []);
  return null;
}
