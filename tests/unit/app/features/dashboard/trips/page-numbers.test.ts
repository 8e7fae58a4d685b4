import { describe, expect, it } from "vitest";
import type { DashboardState } from "~/features/dashboard/dashboard-url";
import { pageCount, pageTurns, pagingToDisplay } from "~/features/dashboard/trips/page-numbers";
import { told, unknownTrip } from "./told-trips";

const came = (currentPage: number, rows = 12) => ({
  value: { trips: Array.from({ length: rows }, () => unknownTrip), pagination: told(currentPage) },
  asOf: 0,
  state: "fresh" as const,
});

it.each([
  [0, 1],
  [12, 1],
  [13, 2],
  [316_575, 26_382],
])("the number of pages of %d trips is %d", (total, pages) =>
  expect(pageCount(told(1, total))).toBe(pages),
);

it("the number of pages follows the size that the upstream's pages have", () => {
  expect(pageCount({ ...told(1, 100), itemsPerPage: 10 })).toBe(10);
  expect(pageCount({ ...told(1, 100), itemsPerPage: 0 })).toBe(100);
});

it("buttons lead back from the page that the upstream stated, where it has no later one", () =>
  expect(pageTurns(999, told(50, 600))).toMatchObject({ previous: 49, next: null }));

it("buttons follow the upstream's flags even against its own total", () => {
  const odd = { ...told(1, 12), hasNextPage: true };
  expect(pageTurns(1, odd)).toMatchObject({ next: 2, last: null });
});

describe("the paging shown", () => {
  const state: DashboardState = { tab: "trip", page: 2, country: "Spain" };
  const before = { state: { ...state, page: 1 }, page: came(1) };

  it("is that of the loaded page", () =>
    expect(pagingToDisplay(state, came(2, 5), before)).toEqual({ pagination: told(2), rows: 5 }));

  it("is computed from the previous page while the next one loads", () => {
    expect(pagingToDisplay(state, null, before)).toEqual({ pagination: told(2), rows: 12 });
    const last = { ...state, page: 26_382 };
    expect(pagingToDisplay(last, null, before)).toEqual({ pagination: told(26_382), rows: 3 });
    const beyond = { ...state, page: 99_999_999 };
    expect(pagingToDisplay(beyond, null, before)).toEqual({ pagination: told(26_382), rows: 3 });
  });

  it("is absent for another list, after a failure, and without a previous page", () => {
    expect(pagingToDisplay({ tab: "trip", page: 1, q: "0xabc" }, null, before)).toBeNull();
    expect(pagingToDisplay(state, { error: "closed" }, before)).toBeNull();
    expect(pagingToDisplay(state, null, { ...before, page: null })).toBeNull();
  });
});
