import fc from "fast-check";
import { expect, it } from "vitest";
import { viewVersion } from "server/dashboard/dashboard-data.server";

it("a version depends only on the time and state of each answer", () => {
  const result = fc.record({
    asOf: fc.integer({ min: 0, max: 3 }),
    state: fc.constantFrom("fresh" as const, "refreshing" as const, "stale" as const),
  });
  const results = fc.record({ page: result, filters: result }, { requiredKeys: ["page"] });
  fc.assert(
    fc.property(results, results, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(viewVersion(one) === viewVersion(other)).toBe(same);
    }),
    { numRuns: 1000 },
  );
});
