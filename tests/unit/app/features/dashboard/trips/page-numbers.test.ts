import { describe, expect, it } from "vitest";
import type { DashboardState } from "~/features/dashboard/dashboard-url";
import { pageCount, pageTurns, pagingToDisplay } from "~/features/dashboard/trips/page-numbers";
import { told, unknownTrip } from "./told-trips";

const pageOf = (currentPage: number, rows = 12) => ({
  value: { trips: Array.from({ length: rows }, () => unknownTrip), pagination: told(currentPage) },
  asOf: 0,
  state: "fresh" as const,
});

it.each([
  [0, 1],
  [12, 1],
  [13, 2],
  [316_575, 26_382],
])("a list of %d trips has %d pages", (total, pages) =>
  expect(pageCount(told(1, total))).toBe(pages),
);

it("the number of pages depends on the upstream's page size", () => {
  expect(pageCount({ ...told(1, 100), itemsPerPage: 10 })).toBe(10);
  expect(pageCount({ ...told(1, 100), itemsPerPage: 0 })).toBe(100);
});

it("the previous button starts from the upstream's last page if the requested page is beyond it", () =>
  expect(pageTurns(999, told(50, 600))).toMatchObject({ previous: 49, next: null }));

it("the next button follows the upstream's flag even if the total contradicts it", () => {
  const contradictory = { ...told(1, 12), hasNextPage: true };
  expect(pageTurns(1, contradictory)).toMatchObject({ next: 2, last: null });
});

describe("the displayed paging", () => {
  const state: DashboardState = { tab: "trip", page: 2, country: "Spain" };
  const before = { state: { ...state, page: 1 }, page: pageOf(1) };

  it("belongs to the loaded page", () =>
    expect(pagingToDisplay(state, pageOf(2, 5), before)).toEqual({ pagination: told(2), rows: 5 }));

  it("is computed from the previous page while the next page loads", () => {
    expect(pagingToDisplay(state, null, before)).toEqual({ pagination: told(2), rows: 12 });
    const last = { ...state, page: 26_382 };
    expect(pagingToDisplay(last, null, before)).toEqual({ pagination: told(26_382), rows: 3 });
    const beyond = { ...state, page: 99_999_999 };
    expect(pagingToDisplay(beyond, null, before)).toEqual({ pagination: told(26_382), rows: 3 });
  });

  it("is null for another list, after a failure, and without a previous page", () => {
    expect(pagingToDisplay({ tab: "trip", page: 1, q: "0xabc" }, null, before)).toBeNull();
    expect(pagingToDisplay(state, { error: "closed" }, before)).toBeNull();
    expect(pagingToDisplay(state, null, { ...before, page: null })).toBeNull();
  });
});
