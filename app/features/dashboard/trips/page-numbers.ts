import type { Pagination } from "server/upstream/contracts/trips.server";

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
