import { afterAll, expect, it } from "vitest";
import { ask, sandboxFixture } from "./sandbox-fixture";

/** The newest trip ends on Wednesday 2024-06-12 at 20:00. */
const ROWS = [
  "1,ann,2023-11-05T10:00:00Z,2023-11-05T11:00:00Z,10.1,1.1,Spain",
  "2,bob,2023-12-31T23:59:59Z,2024-01-01T00:59:59Z,0.2,0.2,Spain",
  "3,ann,2024-01-01T00:00:00Z,2024-01-01T00:30:00Z,0.1,0.1,Spain",
  "4,cid,2024-01-15T00:00:00Z,2024-01-15T00:30:00Z,,,Spain",
  "5,,2024-02-15T00:00:00Z,2024-02-15T00:30:00Z,5,5,Spain",
  "6,dan,2024-04-30T23:59:59Z,2024-05-01T00:29:59Z,1,1,Spain",
  // Trip 7 starts a second before the last seven days; trip 8 starts exactly with them.
  "7,gus,2024-06-05T19:59:59Z,2024-06-05T20:29:59Z,1,1,Spain",
  "8,eve,2024-06-05T20:00:00Z,2024-06-05T20:30:00Z,1,1,Spain",
  "9,ann,2024-06-10T07:00:00Z,2024-06-10T07:30:00Z,1,1,Spain",
  "10,ann,2024-06-10T08:00:00Z,2024-06-10T08:30:00Z,1,1,Spain",
  "11,fay,2024-06-10T08:00:00Z,2024-06-10T08:30:00Z,1,1,Spain",
  "12,ann,2024-06-11T19:59:59Z,2024-06-11T20:29:59Z,1,1,Spain",
  "13,ann,2024-06-11T20:00:00Z,2024-06-11T20:30:00Z,1,1,Spain",
  "14,ann,2024-06-12T03:59:59Z,2024-06-12T04:29:59Z,1,1,Spain",
  "15,,2024-06-12T04:00:00Z,2024-06-12T04:30:00Z,1,1,Spain",
  "16,bob,2024-06-12T16:00:00Z,2024-06-12T16:30:00Z,1,1,Spain",
  "17,bob,2024-06-12T17:59:59Z,2024-06-12T18:29:59Z,1,1,Spain",
  "18,bob,2024-06-12T18:00:00Z,2024-06-12T20:00:00Z,1,1,Spain",
];

const YEARS_LATER = () => Date.parse("2030-01-01T00:00:00Z");

interface Chart {
  data: Record<string, string | number | boolean>[];
  growthRate?: number;
  totalActiveUsers?: number;
}
const points = ({ data }: Chart) => data.map((point) => Object.values(point).join(" ")).join(", ");

const fixture = sandboxFixture(afterAll);
const core = await fixture.serve(ROWS, YEARS_LATER);
const chart = (name: string) => ask<Chart>(`${core}/dashboard/users/${name}`);

it("totals are sums without unknown values", async () => {
  expect(await ask(`${core}/dashboard/metrics`)).toEqual({
    totalTrips: 18,
    distanceCovered: 28.4,
    totalBeats: 19.4,
    totalHours: 11.5,
    totalUsers: 7,
    monthlyActiveUsers: 5,
    weeklyActiveUsers: 4,
    dailyActiveUsers: 2,
  });
});

it("charts count wallets by month and weekday, and trips by time of day, back from the newest trip", async () => {
  const total = await chart("total");
  expect(points(total)).toBe("Jan 3, Feb 3, Mar 3, Apr 4, May 4, Jun 7");
  expect(total.growthRate).toBe(75);
  const monthly = await chart("monthly");
  expect(points(monthly)).toBe(
    "Jan 2 false, Feb 0 false, Mar 0 false, Apr 1 false, May 0 false, Jun 5 true",
  );
  expect(monthly).not.toHaveProperty("growthRate");
  const weekly = await chart("weekly");
  expect(points(weekly)).toBe("Mon 2, Tue 1, Wed 3, Thu 0, Fri 0, Sat 0, Sun 0");
  expect(weekly.totalActiveUsers).toBe(4);
  expect(points(await chart("daily"))).toBe("00 1, 04 1, 08 0, 12 0, 14 0, 16 2, 18 2");
});
