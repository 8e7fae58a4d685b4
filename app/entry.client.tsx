import { startTransition, StrictMode, useLayoutEffect, type ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PageHandle } from "./features/shell/page-handle";
import { addressHasMoved } from "./lib/opened-address";
import { carryOver } from "./lib/rebuilt-document";
import { keepReplacedTexts } from "./lib/replaced-texts";

/** The share of visits that report their measurements. Browsers that a program drives report none. */
const REPORTING_SHARE = 0.1;

if (!navigator.webdriver && Math.random() < REPORTING_SHARE) {
  // Browsers without it measure next to nothing either.
  window.requestIdleCallback?.(() => {
    import("./features/shell/report-vitals").catch(() => undefined);
  });
}

if (addressHasMoved()) location.reload();
else void start();

async function start(): Promise<void> {
  const handles = Object.values(window.__remixRouteModules).map((route) => route?.handle);
  const { routed, unrouted, ready } = Object.assign({}, ...handles) as PageHandle; // our routes know no other
  try {
    await ready?.();
  } catch {
    return; // the page stays as the server has made it
  }
  if (routed) hydrate(routed());
  // Only Remix's browser entry knows how to replace modules while developing.
  else if (import.meta.env.DEV)
    hydrate((await import("./features/shell/routed-page")).routedPage());
  else if (unrouted) hydrate(await unrouted());
}

function hydrate(page: ReactElement): void {
  keepReplacedTexts();
  // In one go, where who has changed the document would do it again before React comes to the place.
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

/** Carries over what was typed where React could not hydrate the document. @param sent the `<html>` of the server */
function RebuiltDocument({ sent }: { sent: HTMLElement }) {
  // React renders this last before it replaces the document, and the focus is lost with that.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (document.documentElement !== sent) carryOver(sent, focused);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before effects look at what was typed
  }, []);
  return null;
}
