import { useEffect } from "react";

/** Notes the query with which the document was requested. Its source is sent as an inline script of the head. */
export function noteOpenedQuery(): void {
  document.documentElement.dataset.openedQuery = location.search;
}

/**
 * Whether the address has another query than the request for the document. Back and Forward between entries of one
 * document change only the address, even after a reload and before scripts have started; Remix then compares only paths.
 */
export function hasQueryChanged(): boolean {
  const { openedQuery } = document.documentElement.dataset;
  return openedQuery !== undefined && openedQuery !== location.search;
}

/** Reloads the page if the query of the address changed while React hydrated. Use once, in the root. */
export function useReloadOnChangedQuery(): void {
  useEffect(() => {
    if (hasQueryChanged()) location.reload();
    // From now on Remix's router follows the address, on pages that have a router.
    delete document.documentElement.dataset.openedQuery;
  }, []);
}
