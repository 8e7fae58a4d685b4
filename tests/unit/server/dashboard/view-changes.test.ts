import { describe, expect, it } from "vitest";
import type { CacheStatus } from "server/cache/cache-result.server";
import { changesSince } from "server/dashboard/view-changes.server";
import { viewVersion } from "~/features/dashboard/dashboard-view";

const THEN = Date.UTC(2026, 0, 1);
const fresh = { asOf: THEN, state: "fresh" } as const;
const stale = { asOf: THEN, state: "stale" } as const;
const newer = { asOf: THEN + 1, state: "refreshing" } as const;
const error = { error: "No answer" };

const countries = { ...fresh, value: { countries: [] } };

function shown(page: CacheStatus) {
  return "error" in page ? page : { ...page, value: { trips: [], pagination: {} as never } };
}

/** What a page of trips is told that shows the one while the other holds. */
function changed(page: CacheStatus, now: CacheStatus | null) {
  const version = viewVersion({ fleet: null, trips: { page: shown(page), filters: countries } });
  return changesSince(version, now && { page: now, filters: fresh });
}

describe("what a page has missed since it was made", () => {
  const refresh = [{ event: "refresh", resource: "trips" }];
  const failure = [{ event: "failure", resource: "trips" }];
  it.each([
    ["the same answer", fresh, fresh, []],
    ["a newer answer", fresh, newer, refresh],
    ["a newer answer than stale ones", stale, newer, refresh],
    ["a failure of which the page does not know", fresh, stale, failure],
    ["a failure of which it knows", stale, stale, []],
    ["the first answer", error, fresh, refresh],
    ["still none", error, error, []],
  ])("%s", (_what, page, now, told) => expect(changed(page, now)).toEqual(told));

  it("everything that it shows, where nobody knows", () =>
    expect(changed(fresh, null)).toEqual([...refresh, { event: "refresh", resource: "filters" }]));

  it("what it was made without, as the day before that came late", () => {
    const version = viewVersion({ fleet: null, trips: { page: shown(fresh), filters: countries } });
    const now = { page: fresh, filters: fresh };
    expect(changesSince(version, now)).toEqual([]);
    expect(changesSince(version, { ...now, dayBefore: fresh })).toEqual(refresh);
  });

  it("nothing of names that nothing has, however long", () => {
    const nonsense = `constructor.0 \n__proto__ ${"metrics ".repeat(99_999)}`;
    expect(changesSince(nonsense, { metrics: fresh })).toEqual([
      { event: "refresh", resource: "metrics" },
    ]);
    expect(viewVersion({ fleet: null, trips: null })).toBe("");
  });
});
