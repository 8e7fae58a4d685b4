import { tripPage, type Trip } from "server/upstream/contracts/trips.server";

export const unknownTrip: Trip = {
  id: "1",
  wallet: null,
  startTime: null,
  endTime: null,
  duration: null,
  distance: null,
  beats: null,
  country: null,
};

/** The upstream's pagination of one page. The default list has a realistic size. */
export function told(currentPage: number, totalItems = 316_575, itemsPerPage = 12) {
  const pagination = { currentPage, itemsPerPage, totalItems };
  const rows = { rows: [], sent: 0 };
  const page = tripPage({ trips: rows, pagination }, { page: currentPage, limit: itemsPerPage });
  if (page === null) throw new Error("no total");
  return page.pagination;
}
