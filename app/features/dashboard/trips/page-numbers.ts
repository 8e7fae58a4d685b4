import type { Pagination, TripPage } from "server/upstream/contracts/trips.server";
import { isFailed, viewName, type QueryResult } from "../dashboard-view";
import type { DashboardState } from "../dashboard-url";

/** Pagination of the displayed page, and its number of rows. */
export interface DisplayedPaging {
  pagination: Pagination;
  /** Rows on the page. */
  rows: number;
}

/** Number of pages of a list; an empty list has one page. */
export function pageCount({ totalItems, itemsPerPage }: Pagination): number {
  return Math.max(1, Math.ceil(totalItems / Math.max(1, itemsPerPage)));
}

/**
 * Targets of the paging links, from what the upstream says; null if there is no such page.
 *
 * @param page the requested page; the upstream may answer with its last page instead of a later one
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
 * The paging to display. While a page is loading, it is predicted from another page of the list.
 *
 * @param page the requested page of trips; null while it is loading
 * @param before the view that was displayed last
 * @returns null if nothing is known about the list
 */
export function pagingToDisplay(
  state: DashboardState,
  page: QueryResult<TripPage> | null,
  before: { state: DashboardState; page: QueryResult<TripPage> | null },
): DisplayedPaging | null {
  if (page) {
    if (isFailed(page)) return null;
    return { pagination: page.value.pagination, rows: page.value.trips.length };
  }
  const sameList = listName(state) === listName(before.state);
  if (!before.page || isFailed(before.page) || !sameList) return null;
  return expectedPaging(state.page, before.page.value.pagination);
}

function expectedPaging(page: number, known: Pagination): DisplayedPaging {
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

/** Identifies a list by its filters or search, without the page. */
function listName(state: DashboardState): string {
  return viewName({ ...state, page: 1 });
}
