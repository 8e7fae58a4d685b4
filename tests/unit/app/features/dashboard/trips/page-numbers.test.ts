import { expect, it } from "vitest";
import { pageCount, pageTurns } from "~/features/dashboard/trips/page-numbers";
import { told } from "./told-trips";

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
