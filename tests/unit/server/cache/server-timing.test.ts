import { expect, it } from "vitest";
import { serverTiming } from "server/cache/server-timing.server";

it("says state and age of every block, in Server-Timing syntax", () => {
  const header = serverTiming(
    {
      metrics: { asOf: 88_000, state: "fresh" },
      trips: { asOf: 0, state: "stale" },
      weeklyUsers: { asOf: 100_400, state: "refreshing" },
      filters: null,
    },
    100_000,
  );
  expect(header).toBe(
    'metrics;desc="fresh, 12 s old", trips;desc="stale, 100 s old", ' +
      'weeklyUsers;desc="refreshing, 0 s old", filters;desc="failed"',
  );
});

it("is empty without blocks", () => {
  expect(serverTiming({})).toBe("");
});
