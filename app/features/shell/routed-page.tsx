import { RemixBrowser } from "@remix-run/react";
import { useLayoutEffect, type ReactElement } from "react";
import { pages } from "~/content/pages";
import { patientFetch } from "./patient-fetch";
import { longestAnswerIn } from "./site";

/**
 * A page with Remix's router, which follows links between the page's views and posts its forms. Call it once, in the
 * browser, before the page is hydrated.
 */
export function routedPage(): ReactElement {
  window.fetch = patientFetch({
    fetch: window.fetch,
    longestAnswer: () => longestAnswerIn(window.__remixRouter.state.loaderData),
    navigation: () => window.__remixRouter.state.navigation,
    waitsToPost: (path) =>
      ["theme", "rows"].some((choice) => path === `${pages.dashboard.path}/${choice}.data`),
  });
  window.addEventListener("popstate", () => {
    if (history.state === null) nameEntry();
    noteEntry();
  });
  return (
    <>
      <RemixBrowser />
      <NotedEntries />
    </>
  );
}

let entry = { place: 0, href: "" };

function noteEntry(): void {
  const { idx } = (history.state ?? {}) as { idx?: number | null }; // of the router
  entry = { place: idx ?? entry.place, href: location.href };
}

/**
 * A link to a section makes an entry of the history without a state. The router takes all of those for one and restores
 * the scroll position of the one before; and it cannot go back from one whose place in the history it does not know.
 */
function nameEntry(): void {
  // The browser replaces an entry by one of the same address.
  const idx = entry.place + Number(location.href !== entry.href);
  const key = crypto.getRandomValues(new Uint32Array(1)).join();
  history.replaceState({ idx, usr: null, key }, "");
}

function NotedEntries() {
  useLayoutEffect(() => {
    noteEntry();
    return window.__remixRouter.subscribe(noteEntry);
  }, []);
  return null;
}
