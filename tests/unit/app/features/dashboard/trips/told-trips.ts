import type { Trip } from "server/upstream/contracts/trips.server";

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
export const told = (currentPage: number, totalItems = 316_575, itemsPerPage = 12) => ({
  currentPage,
  itemsPerPage,
  totalItems,
  hasPrevPage: currentPage > 1,
  hasNextPage: currentPage * itemsPerPage < totalItems,
  pages: Math.max(1, Math.ceil(totalItems / itemsPerPage)),
});
