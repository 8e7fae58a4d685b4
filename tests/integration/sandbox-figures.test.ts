import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, SandboxFixture } from "./sandbox-fixture";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await SandboxFixture.create();
});
afterEach(() => fixture.remove());

/** The newest trip ends on Wednesday 2024-06-12 at 20:00. */
const ROWS = [
  "1,ann,2023-11-05T10:00:00Z,2023-11-05T11:00:00Z,10.1,1.1,Spain",
  "2,bob,2023-12-31T23:59:59Z,2024-01-01T00:59:59Z,0.2,0.2,Spain",
  "3,ann,2024-01-01T00:00:00Z,2024-01-01T00:30:00Z,0.1,0.1,Spain",
  "4,cid,2024-01-15T00:00:00Z,2024-01-15T00:30:00Z,,,Spain",
  "5,,2024-02-15T00:00:00Z,2024-02-15T00:30:00Z,5,5,Spain",
  "6,dan,2024-04-30T23:59:59Z,2024-05-01T00:29:59Z,1,1,Spain",
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

const old = () => Date.parse("2030-01-01T00:00:00Z");

describe("the figures", () => {
  it("sum up the fleet, leaving the unknown out", async () => {
    const core = await fixture.serve(ROWS, old);
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

  it("count wallets up to the end of each of the last six months", async () => {
    const core = await fixture.serve(ROWS, old);
    expect(await ask(`${core}/dashboard/users/total`)).toEqual({
      data: [
        { month: "Jan", users: 3 },
        { month: "Feb", users: 3 },
        { month: "Mar", users: 3 },
        { month: "Apr", users: 4 },
        { month: "May", users: 4 },
        { month: "Jun", users: 7 },
      ],
      growthRate: 75,
    });
  });

  it("count wallets with a trip in each of the last six months, the newest highlighted", async () => {
    const core = await fixture.serve(ROWS, old);
    expect(await ask(`${core}/dashboard/users/monthly`)).toEqual({
      data: [
        { month: "Jan", users: 2, highlight: false },
        { month: "Feb", users: 0, highlight: false },
        { month: "Mar", users: 0, highlight: false },
        { month: "Apr", users: 1, highlight: false },
        { month: "May", users: 0, highlight: false },
        { month: "Jun", users: 5, highlight: true },
      ],
    });
  });

  it("count wallets per weekday in the last seven days", async () => {
    const core = await fixture.serve(ROWS, old);
    expect(await ask(`${core}/dashboard/users/weekly`)).toEqual({
      data: [
        { day: "Mon", active: 2 },
        { day: "Tue", active: 1 },
        // Trip 8 starts exactly seven days before the present, trip 7 a second too early.
        { day: "Wed", active: 3 },
        { day: "Thu", active: 0 },
        { day: "Fri", active: 0 },
        { day: "Sat", active: 0 },
        { day: "Sun", active: 0 },
      ],
      totalActiveUsers: 4,
    });
  });

  it("count trips per time bucket in the last 24 hours", async () => {
    const core = await fixture.serve(ROWS, old);
    expect(await ask(`${core}/dashboard/users/daily`)).toEqual({
      data: [
        { time: "00", trips: 1 },
        { time: "04", trips: 1 },
        { time: "08", trips: 0 },
        { time: "12", trips: 0 },
        { time: "14", trips: 0 },
        { time: "16", trips: 2 },
        { time: "18", trips: 2 },
      ],
    });
  });

  it("reach back from the real clock when that is less than a day ahead", async () => {
    const core = await fixture.serve(ROWS, () => Date.parse("2024-06-13T17:00:00Z"));
    const { data } = await ask<{ data: { trips: number }[] }>(`${core}/dashboard/users/daily`);
    expect(data.map((bucket) => bucket.trips)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });

  it("state no growth from nothing, and no distance when none is known", async () => {
    const core = await fixture.serve(["1,ann,2024-06-10T07:00:00Z,2024-06-10T07:30:00Z,,,"], old);
    const total = await ask<Record<string, unknown>>(`${core}/dashboard/users/total`);
    expect(total).not.toHaveProperty("growthRate");
    expect(await ask(`${core}/dashboard/metrics`)).toMatchObject({
      distanceCovered: null,
      totalBeats: null,
      totalHours: 0.5,
    });
  });

  it("sum many decimals without drifting", async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, index) => `${index},a,2024-01-01T00:00:00Z,2024-01-01T00:00:01Z,0.001,1000000000.1,X`,
    );
    const core = await fixture.serve(rows, old);
    expect(await ask(`${core}/dashboard/metrics`)).toMatchObject({
      distanceCovered: 30,
      totalBeats: 30_000_000_003_000,
      totalHours: 30_000 / 3600,
    });
  });
});
