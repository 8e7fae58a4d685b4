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
])("finds a refresh in %o: %s", (results, expected) => {
  expect(isRefreshing(results)).toBe(expected);
});

it("names the moment of each answer and whether it is stale, no more and no less, as a page does", () => {
  const result = fc.record({
    asOf: fc.integer({ min: 0, max: 3 }),
    state: fc.constantFrom("fresh" as const, "refreshing" as const, "stale" as const),
  });
  const results = fc.record({ page: fc.oneof(result, fc.constant(error)), filters: result });
  const shown = (statuses: CacheStatuses) =>
    Object.values(statuses).map((one) => ("error" in one ? "" : [one.asOf, one.state === "stale"]));
  fc.assert(
    fc.property(results, results, (one, other) => {
      const same = JSON.stringify(shown(one)) === JSON.stringify(shown(other));
      expect(viewVersion(one) === viewVersion(other)).toBe(same);
      // Of the values nothing is in it.
      expect(versionOfPage({ fleet: null, trips: one as never })).toBe(viewVersion(one));
    }),
    { numRuns: 1000 },
  );
});

describe("what a page has missed since it was made", () => {
  const resourceOf = new Map([
    ["page", "trips"],
    ["filters", "filters"],
    ["dayBefore", "trips"],
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
    ["a failure of which the page does not know", fresh, stale, failure],
    ["a failure of which it knows", stale, stale, []],
    ["the first answer", error, fresh, refresh],
    ["still none", error, error, []],
  ])("%s", (_what, page, now, told) => expect(since(page, now)).toEqual(told));

  it("everything that it shows, where nobody knows", () =>
    expect(since(fresh, null)).toEqual([...refresh, { event: "refresh", resource: "filters" }]));

  it("what it was made without, as the day before that came late", () => {
    const now = { page: fresh, filters: fresh, dayBefore: fresh };
    const version = viewVersion({ page: fresh, filters: fresh });
    expect(changesSince(version, now, resourceOf)).toEqual(refresh);
  });

  it("nothing of names that the view does not have, however long", () => {
    const nonsense = `constructor.0 \n__proto__ metrics.1 ${"filters ".repeat(99_999)}`;
    const now = { filters: fresh };
    expect(changesSince(nonsense, now, resourceOf)).toEqual([
      { event: "refresh", resource: "filters" },
    ]);
  });
});
