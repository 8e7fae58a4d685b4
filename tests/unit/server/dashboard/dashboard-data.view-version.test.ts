import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CacheStatus, CacheStatuses } from "server/cache/stale-while-revalidate.server";
import { isRefreshing, viewVersion } from "server/dashboard/dashboard-data.server";
import { changesSince } from "server/dashboard/refresh-events.server";
import { viewVersion as versionOfPage } from "~/features/dashboard/dashboard-view";

const fresh = { asOf: 36, state: "fresh" } as const;
const refreshing = { asOf: 36, state: "refreshing" } as const;
const stale = { asOf: 36, state: "stale" } as const;
const newer = { asOf: 37, state: "refreshing" } as const;
const error = { error: "away" };

it.each([
  [{}, false],
  [{ page: fresh, filters: stale, metrics: error }, false],
  [{ page: fresh, filters: refreshing, metrics: error }, true],
])("whether a result of %o is refreshing: %s", (results, expected) => {
  expect(isRefreshing(results)).toBe(expected);
});

it("a version depends only on the time and staleness of each answer, and is the same as the page's version", () => {
  const result = fc.record({
    asOf: fc.integer({ min: 0, max: 3 }),
    state: fc.constantFrom("fresh" as const, "refreshing" as const, "stale" as const),
  });
  const results = fc.record({ page: fc.oneof(result, fc.constant(error)), filters: result });
  const relevantParts = (statuses: CacheStatuses) =>
    Object.values(statuses).map((one) => ("error" in one ? "" : [one.asOf, one.state === "stale"]));
  fc.assert(
    fc.property(results, results, (one, other) => {
      const same = JSON.stringify(relevantParts(one)) === JSON.stringify(relevantParts(other));
      expect(viewVersion(one) === viewVersion(other)).toBe(same);
      // The version does not depend on the values.
      expect(versionOfPage({ fleet: null, trips: one as never })).toBe(viewVersion(one));
    }),
    { numRuns: 1000 },
  );
});

describe("the changes that a page has missed since it was rendered", () => {
  const resourceOf = new Map([
    ["page", "trips"],
    ["filters", "filters"],
    ["optional", "trips"],
  ]);
  const refresh = [{ event: "refresh", resource: "trips" }];
  const failure = [{ event: "failure", resource: "trips" }];
  const since = (page: CacheStatus, now: CacheStatus | null) =>
    changesSince(
      viewVersion({ page, filters: fresh }),
      now && { page: now, filters: fresh },
      resourceOf,
    );

  it.each([
    ["the same answer", fresh, fresh, []],
    ["a newer answer", fresh, newer, refresh],
    ["a newer answer than stale ones", stale, newer, refresh],
    ["a failure that the page does not show", fresh, stale, failure],
    ["a failure that it shows", stale, stale, []],
    ["the first answer", error, fresh, refresh],
    ["still no answer", error, error, []],
  ])("%s", (_what, page, now, changes) => expect(since(page, now)).toEqual(changes));

  it("all results of the page, when the current state is unknown", () =>
    expect(since(fresh, null)).toEqual([...refresh, { event: "refresh", resource: "filters" }]));

  it("a result that was missing, such as an optional one that came late", () => {
    const now = { page: fresh, filters: fresh, optional: fresh };
    const version = viewVersion({ page: fresh, filters: fresh });
    expect(changesSince(version, now, resourceOf)).toEqual(refresh);
  });

  it("no name that the view does not have, however long the version is", () => {
    const nonsense = `constructor.0 \n__proto__ metrics.1 ${"filters ".repeat(99_999)}`;
    const now = { filters: fresh };
    expect(changesSince(nonsense, now, resourceOf)).toEqual([
      { event: "refresh", resource: "filters" },
    ]);
  });
});
