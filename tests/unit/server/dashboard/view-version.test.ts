import fc from "fast-check";
import { expect, it } from "vitest";
import type { CacheStatuses } from "server/cache/cache-result.server";
import { isRefreshing, viewVersion } from "server/dashboard/view-version.server";

const fresh = { asOf: 36, state: "fresh" } as const;
const refreshing = { asOf: 36, state: "refreshing" } as const;
const stale = { asOf: 35, state: "stale" } as const;
const failed = { error: "away" };

it.each([
  [{}, false],
  [{ page: fresh, filters: stale, metrics: failed }, false],
  [{ page: fresh, filters: refreshing, metrics: failed }, true],
])("finds a refresh in %o: %s", (results, expected) => {
  expect(isRefreshing(results)).toBe(expected);
});

it("names each result with its time, or its sentence, and the newest trip", () => {
  const results = { page: fresh, filters: stale, metrics: failed, totalUsers: refreshing };
  const lines = ["filters~z", "metrics!away", "page=10", "totalUsers=10"];
  expect(viewVersion(results)).toBe(lines.join("\n"));
  const newest = viewVersion(results, { at: 7, old: true });
  expect(newest).toBe([...lines, "newestTrip=7 true"].join("\n"));
});

it("names what is shown, no more and no less", () => {
  const block = fc.oneof(
    fc.record({
      asOf: fc.integer({ min: 0, max: 3 }),
      state: fc.constantFrom("fresh" as const, "refreshing" as const, "stale" as const),
    }),
    fc.record({ error: fc.constantFrom("", "=0", "~1", "away") }),
  );
  const blocks = fc.dictionary(fc.constantFrom("page", "filters"), block);
  const shown = (statuses: CacheStatuses) =>
    Object.entries(statuses)
      .map(([name, one]) => ["error" in one ? one.error : [one.asOf, one.state === "stale"], name])
      .sort();
  fc.assert(
    fc.property(blocks, blocks, (one, other) => {
      const same = JSON.stringify(shown(one)) === JSON.stringify(shown(other));
      expect(viewVersion(one) === viewVersion(other)).toBe(same);
    }),
    { numRuns: 1000 },
  );
});
