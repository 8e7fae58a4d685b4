import type { TripPage } from "../upstream/contracts/trips.server";
import { invalidAnswer } from "../upstream/upstream-error.server";

/** Trips per call where all pages of a list are read. */
export const LARGE_PAGE = 500;

/**
 * Reads all pages of a list of trips, one after the other, as far as the answers announce them.
 *
 * @param read reads one page
 * @throws UpstreamError when pages repeat, or go on beyond their stated total
 */
export async function* tripPages(
  read: (page: number) => Promise<TripPage>,
): AsyncGenerator<TripPage, void> {
  for (let number = 1; ; number += 1) {
    const page = await read(number);
    const { hasNextPage, currentPage, itemsPerPage, totalItems } = page.pagination;
    yield page;
    if (!hasNextPage) return;
    const isBeyond = number * Math.max(1, itemsPerPage) >= totalItems;
    if (page.trips.length === 0 || currentPage !== number || isBeyond) throw invalidAnswer();
  }
}
