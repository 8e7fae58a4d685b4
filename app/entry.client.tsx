import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

/** One visit in ten tells how the page was for it; a browser that a program drives is no visitor. */
const TOLD = 0.1;

if (!navigator.webdriver && Math.random() < TOLD) {
  // Browsers without it measure next to nothing either.
  window.requestIdleCallback?.(() =>
    import("./features/shell/report-vitals").catch(() => undefined),
  );
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
