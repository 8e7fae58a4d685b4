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
    opens: (data) => isNavigating || !currentKeys.includes(pageKey(data)),
    isWholeInTime: false,
    waitsToPost: (path) => path === `${pages.dashboard.path}/theme.data`,
  });
  return <RemixBrowser />;
}

/** Key of a page, the same for its address and for the address from which Remix loads its data. */
function pageKey({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return `${pathname.replace(/\/$|\.data$/, "")}?${query.toString()}`;
}

/** The keys of the current page. */
let currentKeys: readonly string[] = [];
let isNavigating = false;

/**
 * Tells the page's `fetch` which page is displayed and whether the router navigates. Use it in the parent of each view.
 *
 * @param view address from which the view's data are reloaded, if it can differ from the page's address
 */
export function useReportNavigation(view?: string): void {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  useInsertionEffect(() => {
    const page = pathname + search;
    currentKeys = [page, view ?? page].map((address) => pageKey(new URL(address, location.origin)));
    isNavigating = state !== "idle";
    return () => {
      currentKeys = [];
      isNavigating = false;
    };
  });
}
