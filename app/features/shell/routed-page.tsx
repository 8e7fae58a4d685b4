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
    opens: (data) => isMoving || !shown.includes(pageOf(data)),
    isWholeInTime: false,
    waitsToPost: (path) =>
      ["theme", "rows"].some((choice) => path === `${pages.dashboard.path}/${choice}.data`),
  });
  return <RemixBrowser />;
}

/** Names a page alike by its address and by the one that Remix reads its data from. */
function pageOf({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return `${pathname.replace(/\/$|\.data$/, "")}?${query.toString()}`;
}

/** The names of the page that is shown. */
let shown: readonly string[] = [];
let isMoving = false;

/**
 * Tells the page's `fetch` what is shown, and whether the router moves. Use it in what stands around each view.
 *
 * @param view the address by which the view is read again, where that can differ from the page's
 */
export function useNotedMoves(view?: string): void {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  useInsertionEffect(() => {
    const page = pathname + search;
    shown = [page, view ?? page].map((address) => pageOf(new URL(address, location.origin)));
    isMoving = state !== "idle";
    return () => {
      shown = [];
      isMoving = false;
    };
  });
}
