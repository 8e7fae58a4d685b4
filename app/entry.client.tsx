import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { pages } from "./content/pages";
import { patientFetch } from "./features/shell/patient-fetch";
import { longestAnswerIn } from "./features/shell/site";
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

window.fetch = patientFetch({
  fetch: window.fetch,
  longestAnswer: () => longestAnswerIn(window.__remixRouter.state.loaderData),
  navigation: () => window.__remixRouter.state.navigation,
  waitsToPost: (path) =>
    ["theme", "rows"].some((choice) => path === `${pages.dashboard.path}/${choice}.data`),
});

// A link to a section makes an entry of the history without a state. The router takes all of those for one and restores
// the scroll position of the one before; and it cannot go back from one whose place in the history it does not know.
let entry = { place: 0, href: "" };
const noteEntry = () => {
  const { idx } = (history.state ?? {}) as { idx?: number | null }; // of the router
  entry = { place: idx ?? entry.place, href: location.href };
};
window.addEventListener("popstate", () => {
  if (history.state === null) {
    // The browser replaces an entry by one of the same address.
    const idx = entry.place + Number(location.href !== entry.href);
    const key = crypto.getRandomValues(new Uint32Array(1)).join();
    history.replaceState({ idx, usr: null, key }, "");
  }
  noteEntry();
});

if (addressHasMoved()) {
  location.reload();
} else if (location.pathname.startsWith(pages.deleteUser.path)) {
  // Without its texts the page stays as the server has made it.
  import("./features/shell/catalogues")
    .then(({ loadCatalogue }) => loadCatalogue(document.documentElement.lang))
    .then(hydrate, () => undefined);
} else {
  hydrate();
}

function hydrate(): void {
  keepReplacedTexts();
  // In one go, where who has changed the document would do it again before React comes to the place.
  const start = window.foreignChanges?.changes.length
    ? (run: () => void) => run()
    : startTransition;
  start(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
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
    noteEntry();
    return window.__remixRouter.subscribe(noteEntry);
  }, []);
  useLayoutEffect(() => {
    if (document.documentElement !== sent) carryOver(sent, focused);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before effects look at what was typed
  }, []);
  return null;
}
