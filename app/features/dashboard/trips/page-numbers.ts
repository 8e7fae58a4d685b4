import type { Pagination, TripPage } from "server/upstream/contracts/trips.server";
import { isFailed, viewName, type QueryResult } from "../dashboard-view";
import type { DashboardState } from "../dashboard-url";

/** Which page of a list is shown, and how many rows it has. */
export interface ShownPaging {
  pagination: Pagination;
  /** Rows on the page. */
  rows: number;
}

/** How many pages a list has; an empty one has one. */
export function pageCount({ totalItems, itemsPerPage }: Pagination): number {
  return Math.max(1, Math.ceil(totalItems / Math.max(1, itemsPerPage)));
}

/**
 * The pages that can be turned to, as far as the upstream says that there is something; null where there is no such page.
 *
 * @param page that was asked for; an upstream may answer with its last one in the place of a later one
 */
export function pageTurns(page: number, pagination: Pagination) {
  const { hasPrevPage, hasNextPage, currentPage } = pagination;
  const last = pageCount(pagination);
  return {
    first: hasPrevPage ? 1 : null,
    previous: hasPrevPage ? Math.max(1, Math.min(page, currentPage) - 1) : null,
    next: hasNextPage ? page + 1 : null,
    last: hasNextPage && last > page ? last : null,
  };
}

/**
 * The paging to show.
 *
 * @param page the page of trips asked for; null while it is on its way
 * @param before what was shown last: of the same list it tells what to expect of the page that is on its way
 * @returns null when nothing is known of the list
 */
export function shownPaging(
  state: DashboardState,
  page: QueryResult<TripPage> | null,
  before: { state: DashboardState; page: QueryResult<TripPage> | null },
): ShownPaging | null {
  if (page) {
    if (isFailed(page)) return null;
    return { pagination: page.value.pagination, rows: page.value.trips.length };
  }
  const sameList = listName(state) === listName(before.state);
  if (!before.page || isFailed(before.page) || !sameList) return null;
  return expectedPaging(state.page, before.page.value.pagination);
}

function expectedPaging(page: number, known: Pagination): ShownPaging {
  const last = pageCount(known);
  const currentPage = Math.min(page, last);
  const rowsBefore = (currentPage - 1) * known.itemsPerPage;
  return {
    pagination: {
      ...known,
      currentPage,
      hasPrevPage: currentPage > 1,
      hasNextPage: currentPage < last,
    },
    rows: Math.min(known.itemsPerPage, known.totalItems - rowsBefore),
  };
}

/** The name of a list, whatever page of it is shown. */
function listName(state: DashboardState): string {
  return viewName({ ...state, page: 1 });
}
