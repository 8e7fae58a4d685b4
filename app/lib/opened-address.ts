import { useEffect } from "react";

/** Notes the query that the document was asked for with. Its source is sent as an inline script of the head. */
export function noteOpenedQuery(): void {
  document.documentElement.dataset.openedQuery = location.search;
}

/**
 * Whether the address has another query than the document answers. Back and Forward between entries of one document
 * change the address alone, after a reload and before scripts have started too; Remix compares only the path then.
 */
export function addressHasMoved(): boolean {
  const { openedQuery } = document.documentElement.dataset;
  return openedQuery !== undefined && openedQuery !== location.search;
}

/** Loads the page that the address names, should it have changed while React hydrated. Use once, in the root. */
export function useOpenedAddress(): void {
  useEffect(() => {
    if (addressHasMoved()) location.reload();
    // From now on Remix's router follows the address, where a page has one.
    delete document.documentElement.dataset.openedQuery;
  }, []);
}
