import { expect, it, vi } from "vitest";
import { clockTiming, serverTiming } from "server/cache/stale-while-revalidate.server";

it("says state and age of every block, in Server-Timing syntax, and the server's clock", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 100_000 });
  const header = serverTiming({
    metrics: { asOf: 88_000, state: "fresh" },
    trips: { asOf: 0, state: "stale" },
    weeklyUsers: { asOf: 100_400, state: "refreshing" },
    dailyUsers: { error: "away" },
    dayBefore: undefined,
  });
  const clock = clockTiming();
  vi.useRealTimers();
  expect(header).toBe(
    'metrics;desc="fresh, 12 s old", trips;desc="stale, 100 s old", ' +
      'weeklyUsers;desc="refreshing, 0 s old", dailyUsers;desc="failed"',
  );
  expect(clock).toBe("clock;dur=100000");
});
