import { expect, it } from "vitest";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { daysOf } from "~/lib/day";
import { createReportDays } from "server/dashboard/report/read-days.server";
import { buildReport, type ReportRequest } from "server/dashboard/report/report.server";
import { createSlots } from "server/limits/slots.server";
import { coreApiOf } from "../../../../support/core-api-of";

const request: ReportRequest = {
  from: "2025-12-30",
  to: "2026-01-02",
  by: "day",
  sort: "day",
  page: 1,
};
const [FIRST_DAY] = daysOf(request);

/** Builds a report on an upstream with these rows on the first day. @param totalItems as the upstream states it */
async function reportOn(
  rows: object[],
  wanted = request,
  totalItems = rows.length,
  onOtherDays: object[] = [],
) {
  const calls: unknown[] = [];
  const api = coreApiOf((_path, { date }) => {
    calls.push(date);
    const trips = date === FIRST_DAY ? rows : onOtherDays;
    const total = date === FIRST_DAY ? totalItems : trips.length;
    return {
      success: true,
      data: { trips, pagination: { totalItems: total, hasNextPage: false } },
    };
  });
  const exports = createSlots({ perClient: 2, inAll: 6 });
  const days = createReportDays({ api, cache: new StaleWhileRevalidateCache(), exports });
  const known = await days.read(daysOf(wanted), "192.0.2.1");
  return { calls, report: buildReport(wanted, known, "all") };
}

it("a trip without a start is no repeated one on the next day, and a country of no known text has no trips", async () => {
  const undated = [{ id: "1", start_time: null }];
  const { report } = await reportOn(undated, request, 1, undated);
  expect(report).toMatchObject({ leftOut: { repeated: 0 }, total: { trips: 1 } });
  const elsewhere = await reportOn(undated, { ...request, country: "\uE000" });
  expect(elsewhere.report.total.trips).toBe(0);
});

const trip = (id: number, distance: number | null, duration: number | null, wallet = "w") => {
  return { id, distance, duration, wallet, start_time: `${FIRST_DAY}T01:00:00Z` };
};

it("the average speed is that of the trips whose distance and duration are both known", async () => {
  const rows = [trip(1, 30, 3600), trip(2, 10, 3600), trip(3, 500, null), trip(4, null, 28_800)];
  const { report } = await reportOn(rows);
  expect(report.total).toMatchObject({ averageSpeed: 20, averageDistance: 180 });
  expect(report.total.averageDuration).toBe(12_000);
});

it.each([
  [false, ["w0", "w2", "w1"]],
  [true, ["w2", "w0", "w1"]],
])("rows without a value come last, descending: %s", async (descending, names) => {
  const rows = [trip(1, 0, 1, "w0"), trip(2, null, 1, "w1"), trip(3, 2, 1, "w2")];
  const sort = descending ? "-distance" : "distance";
  const { report } = await reportOn(rows, { ...request, by: "wallet", sort });
  expect(report.rows.map(({ name }) => name)).toEqual(names);
});

it("stated trips that do not come are counted, and a trip without a start has no day", async () => {
  const undated = { id: "1", start_time: null, distance: 2 };
  const { report } = await reportOn([undated, { ...undated, id: null }], request, 3);
  expect(report).toMatchObject({ leftOut: { unreadable: 2 }, total: { trips: 1, distance: 2 } });
  expect(report.rows.at(-1)).toMatchObject({ name: null, figures: { trips: 1 } });
});

it("a range with more than 50,000 trips is not read to its end", async () => {
  const { report, calls } = await reportOn([trip(1, 1, 1)], request, 50_001);
  expect(report).toMatchObject({ tooMany: expect.any(String) as string, total: { trips: 0 } });
  expect(calls.length).toBeLessThanOrEqual(2);
});
