import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCoreApi } from "server/upstream/core-api.server";
import { busiestText, monthlyChanges, newestChange } from "~/features/dashboard/fleet/comparisons";
import { dayCountText } from "~/features/dashboard/trips/trip-filter";
import { importTrips, type ImportSummary } from "server/sandbox/trip-import";
import { ask, SandboxFixture, type TripsData } from "./sandbox-fixture";

const folder = resolve("../shared/data");
const files = ["pittsburgh", "wroclaw", "madrid", "san-francisco"].map((place) =>
  resolve(folder, `trips-${place}.csv.gz`),
);
const absent = files.filter((file) => !existsSync(file));
if (absent.length > 0) {
  // eslint-disable-next-line no-console -- a skipped check must not go unnoticed
  console.warn(`NOT CHECKED: the import of real trips, for want of ${absent.join(", ")}`);
}

/** Against the totals and the known dirt that the files' own README states. */
describe.skipIf(absent.length > 0)("the real trips of ../shared/data", () => {
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
    const totals = await Promise.all(
      ["2019-05-31", "2019-06-01"].map((date) =>
        ask<TripsData>(`${core}/trips?country=Spain&date=${date}`),
      ),
    );
    expect(totals.reduce((sum, { pagination }) => sum + pagination.totalItems, 0)).toBe(10_000);
    const [trip] = totals[1]?.trips ?? [];
    const found = await ask<TripsData>(`${core}/trips/search?q=${trip?.wallet}&type=all`);
    expect(found.pagination.totalItems).toBeGreaterThan(0);
    expect(found.trips.every(({ wallet }) => wallet === trip?.wallet)).toBe(true);
  });

  describe("compared", () => {
    const trips = () => (counted ??= files.flatMap(startsOf));
    let counted: Start[] | undefined;
    const api = () => createCoreApi({ get: (path, query) => askWhole(`${core}${path}`, query) });
    const vehiclesOf = (starts: Start[]) => new Set(starts.map(({ vehicle }) => vehicle)).size;

    it("by month are as many as counted in the files themselves", async () => {
      const months = ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05", "2024-06"];
      const active = months.map((month) =>
        vehiclesOf(trips().filter((trip) => trip.month === month)),
      );
      const upTo = months.map((month) => vehiclesOf(trips().filter((trip) => trip.month <= month)));
      const [monthly, total] = await Promise.all([api().monthlyUsers(), api().totalUsers()]);
      const changes = (figures: number[]) =>
        figures.slice(1).map((figure, index) => {
          const before = figures[index] ?? 0;
          if (figure === before) return "no change";
          const sign = figure > before ? "+" : "-";
          const size = `${sign}${Math.abs(figure - before).toLocaleString("en-US")}`;
          const percent = (Math.abs(figure / before - 1) * 100).toFixed(1);
          return before === 0 ? size : `${size} (${sign}${percent}%)`;
        });
      const [newest = "", ...older] = changes(active).reverse();
      expect(monthlyChanges(monthly.points)).toEqual([
        null,
        ...older.reverse(),
        `${newest} so far`,
      ]);
      expect(monthlyChanges(total.points)).toEqual([null, ...changes(upTo)]);
      expect(newestChange(monthly.points)).toBe(`Jun so far: ${changes(active).at(-1)} on May.`);
      expect(newestChange(total.points)).toBe(`Jun: ${changes(upTo).at(-1)} on May.`);
    });

    it("by weekday and by time of day have the busiest named", async () => {
      const newest = trips().reduce((latest, { end }) => Math.max(latest, end), 0);
      const last = (days: number) => trips().filter(({ time }) => time >= newest - days * DAY_MS);
      const largest = (groups: Start[][], size: (starts: Start[]) => number) => {
        const sizes = groups.map(size);
        return { index: sizes.indexOf(Math.max(...sizes)), size: Math.max(...sizes) };
      };
      const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
      const byDay = weekdays.map((_, index) =>
        last(7).filter(({ time }) => new Date(time).getUTCDay() === (index + 1) % 7),
      );
      const day = largest(byDay, vehiclesOf);
      const words = { one: "one", many: "of them" };
      expect(busiestText((await api().weeklyUsers()).points, "day", words)).toBe(
        `Busiest day: ${weekdays[day.index]} with ${day.size.toLocaleString("en-US")} of them.`,
      );
      const hours = [0, 4, 8, 12, 14, 16, 18, 24];
      const byTime = hours.slice(0, -1).map((from, index) =>
        last(1).filter(({ time }) => {
          const hour = new Date(time).getUTCHours();
          return hour >= from && hour < (hours[index + 1] ?? 24);
        }),
      );
      const time = largest(byTime, (starts) => starts.length);
      const label = String(hours[time.index]).padStart(2, "0");
      expect(busiestText((await api().dailyUsers()).points, "time", words)).toBe(
        `Busiest time: ${label} with ${time.size.toLocaleString("en-US")} of them.`,
      );
    });

    it("by day are beside the day before", async () => {
      const countOn = (day: string) => trips().filter((trip) => trip.day === day).length;
      const list = async (date: string) =>
        (await api().trips({ page: 1, limit: 12, date, country: "United States" })).pagination
          .totalItems;
      const [before, day] = [countOn("2016-05-21"), countOn("2016-05-22")];
      const more = day > before ? "more" : "fewer";
      const shown = dayCountText("2016-05-22", await list("2016-05-22"), await list("2016-05-21"));
      expect(shown).toBe(`${day} trips; ${Math.abs(day - before)} ${more} than on 21 May 2016`);
      expect(day).toBeGreaterThan(100);
    });
  });
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** A trip that ends after it starts, as a file states it. */
interface Start {
  vehicle: string;
  /** Epoch milliseconds; a time without an offset is UTC. */
  time: number;
  end: number;
  /** `2025-08` and `2025-08-31`, in UTC. */
  month: string;
  day: string;
}

function startsOf(file: string): Start[] {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.slice(1).flatMap((line) => {
    const [, vehicle = "", start = "", end = ""] = line.split(",");
    const [time, ended] = [timeOf(start), timeOf(end)];
    if (ended < time) return [];
    const day = new Date(time).toISOString().slice(0, 10);
    return [{ vehicle, time, end: ended, month: day.slice(0, 7), day }];
  });
}

function timeOf(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

/** What an upstream answers, envelope and all. */
async function askWhole(url: string, query: object = {}): Promise<unknown> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return (await fetch(`${url}?${params}`)).json();
}
