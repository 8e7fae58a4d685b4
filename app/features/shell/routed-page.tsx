import { RemixBrowser, useLocation, useNavigation } from "@remix-run/react";
import { useInsertionEffect, type ReactElement } from "react";
import { pages } from "~/content/pages";
import { patientFetch } from "./patient-fetch";
import { longestAnswer } from "./site";

/**
 * A page with Remix's router, which follows links between the page's views and posts its forms. Call it once, in the
 * browser, before the page is hydrated.
 */
export function routedPage(): ReactElement {
  window.fetch = patientFetch({
    fetch: window.fetch,
    longestAnswer,
    opens: (data) => isMoving || ![shown, updated].includes(pageOf(data)),
    isWholeInTime: false,
    waitsToPost: (path) =>
      ["theme", "rows"].some((choice) => path === `${pages.dashboard.path}/${choice}.data`),
  });
  return <RemixBrowser />;
}

/** The address of the page that Remix reads the data of. */
function pageOf(data: URL): string {
  const query = new URLSearchParams(data.search);
  query.delete("_routes");
  return `${data.pathname.replace(/\.data$/, "")}?${query.toString()}`;
}

let shown = "";
let updated = "";

/** Tells the page's `fetch` by which address the view that is shown is read again. */
export function noteUpdated(address: string): void {
  updated = pageOf(new URL(address, location.href));
}
let isMoving = false;

/** Tells the page's `fetch` what is shown, and whether the router moves. Use it in what stands around each view. */
export function useNotedMoves(): void {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  useInsertionEffect(() => {
    shown = `${pathname}?${new URLSearchParams(search).toString()}`;
    isMoving = state !== "idle";
  });
}
