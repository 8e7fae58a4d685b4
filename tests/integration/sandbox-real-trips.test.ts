import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importTrips, type ImportSummary } from "server/sandbox/trip-import";
import { ask, SandboxFixture, type TripsData } from "./sandbox-fixture";

const files = ["pittsburgh", "wroclaw", "madrid", "san-francisco"].map((place) =>
  resolve("../shared/data", `trips-${place}.csv.gz`),
);
const absent = files.filter((file) => !existsSync(file));
const title = "the real trips of ../shared/data";
if (absent.length > 0) {
  process.stderr.write(`!!! SKIPPED: ${title}. Put there: ${absent.join(", ")}\n`);
}

/** Against the totals and the known dirt that the files' own README states. */
describe.skipIf(absent.length > 0)(title, () => {
  let fixture: SandboxFixture;
  let summary: ImportSummary;
  let core: string;
  beforeAll(async () => {
    fixture = await SandboxFixture.create();
    summary = await importTrips(files, fixture.databaseFile);
    core = await fixture.start();
  });
  afterAll(() => fixture.remove());

  it("are all read, and taken but for the two that end before they start", () => {
    expect(summary).toMatchObject({ read: 316_577, taken: 316_575, rejected: 2 });
    expect(Object.fromEntries(summary.reasons)).toEqual({ "ends before it starts": 2 });
  });

  it("add up to the stated totals", async () => {
    const statedSeconds = 747_807_480 + 87_621_228 + 12_375_738 + 22_274_152;
    // The two rejected ones count as negative in the stated sum.
    const takenSeconds = statedSeconds + (51 + 43) * 60;
    const metrics = await ask<{ totalHours: number }>(`${core}/dashboard/metrics`);
    expect(metrics).toMatchObject({
      totalTrips: 316_575,
      distanceCovered: 182_648.655,
      totalBeats: 378_015 + 8,
      totalUsers: 584 + 2_273 + 6_497 + 42,
    });
    expect(metrics.totalHours * 3600).toBeCloseTo(takenSeconds, 3);
  });

  it("are found by country, by country and day, and by wallet", async () => {
    expect(await ask(`${core}/filters/available`)).toEqual({
      countries: [
        { name: "Poland", count: 67_620 },
        { name: "Spain", count: 10_000 },
        { name: "United States", count: 203_719 + 35_236 },
      ],
    });
    // Madrid's trips start on 1 June by their own clock; two hours of them on 31 May by UTC.
    const days = await Promise.all(
      ["2019-05-31", "2019-06-01"].map((date) =>
        ask<TripsData>(`${core}/trips?country=Spain&date=${date}`),
      ),
    );
    expect(days.reduce((sum, { pagination }) => sum + pagination.totalItems, 0)).toBe(10_000);
    const [trip] = days[1]?.trips ?? [];
    const found = await ask<TripsData>(`${core}/trips/search?q=${trip?.wallet}&type=all`);
    expect(found.pagination.totalItems).toBeGreaterThan(0);
    expect(found.trips.every(({ wallet }) => wallet === trip?.wallet)).toBe(true);
  });
});
