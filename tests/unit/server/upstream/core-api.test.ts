import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreApi } from "server/upstream/core-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { answering, firstPage, NOT_UNDERSTOOD, ok, pagination } from "./answering-core-api";

describe("paths and queries", () => {
  it.each<[keyof CoreApi, string]>([
    ["metrics", "/dashboard/metrics"],
    ["totalUsers", "/dashboard/users/total"],
    ["monthlyUsers", "/dashboard/users/monthly"],
    ["weeklyUsers", "/dashboard/users/weekly"],
    ["dailyUsers", "/dashboard/users/daily"],
    ["filters", "/filters/available"],
  ])("%s reads %s", async (name, path) => {
    const { api, calls } = answering({ success: false });
    const reads = api as unknown as Record<string, () => Promise<unknown>>;
    await expect(reads[name]?.()).rejects.toThrow();
    expect(calls).toEqual([{ path, query: undefined }]);
  });

  it("lists trips with their filters and searches with type=all and none", async () => {
    const { api, calls } = answering({ success: true, data: { trips: [], pagination } });
    await api.trips({ page: 2, limit: 12, date: "2025-08-19", country: "India" });
    await api.searchTrips({ q: "0xabc", page: 1, limit: 12 });
    expect(calls).toEqual([
      { path: "/trips", query: { page: 2, limit: 12, date: "2025-08-19", country: "India" } },
      { path: "/trips/search", query: { q: "0xabc", type: "all", page: 1, limit: 12 } },
    ]);
  });
});

describe("the envelope", () => {
  it.each([
    [{ success: false, error: "fleet unknown" }, "fleet unknown"],
    [{ success: false, error: { message: "fleet\nunknown" } }, "fleet unknown"],
    [{ success: false }, "API request failed"],
    [{ success: false, error: "" }, "API request failed"],
    [{ success: false, error: { code: 7 } }, "API request failed"],
  ])("%j is refused with its error", async (body, message) => {
    await expect(answering(body).api.metrics()).rejects.toMatchObject({ kind: "refused", message });
  });

  it.each([undefined, null, 7, "text", [], {}, { success: "yes" }, { success: true }])(
    "%j is not understood",
    async (body) => {
      await expect(answering(body).api.metrics()).rejects.toMatchObject(NOT_UNDERSTOOD);
    },
  );
});

describe("metrics", () => {
  it("reads numbers and numeric texts; what is missing or absurd is unknown", async () => {
    const metrics = await ok({
      totalTrips: "48210",
      distanceCovered: " 612480.317 ",
      totalBeats: -1,
      totalHours: null,
      totalUsers: { odd: true },
    }).metrics();
    expect(metrics).toEqual({
      totalTrips: 48_210,
      distanceCovered: 612_480.317,
      totalBeats: null,
      totalHours: null,
      totalUsers: null,
    });
  });

  it.each([
    {},
    [],
    "many",
    { totalTrips: null },
    { totalTrips: "many", totalHours: 1 },
    { totalTrips: [1], totalHours: 1 },
    { totalTrips: true, totalHours: 1 },
    { totalTrips: { count: 1 }, totalHours: 1 },
  ])("%j is not understood", async (data) => {
    await expect(ok(data).metrics()).rejects.toMatchObject(NOT_UNDERSTOOD);
  });
});

describe("charts", () => {
  const months = [
    { month: "Jul", users: "1100" },
    { month: "Aug", users: 1234, highlight: true },
  ];
  const points = [
    { label: "Jul", value: 1100 },
    { label: "Aug", value: 1234, highlight: true },
  ];

  it("reads points within data, with the figures beside them", async () => {
    const chart = await ok({
      data: months,
      growthRate: "12.18%",
      totalActiveUsers: "9",
    }).totalUsers();
    expect(chart).toEqual({ points, growthRate: 12.18, total: 9 });
  });

  it("reads points as data, with the figures in the envelope", async () => {
    const body = { success: true, data: months, growthRate: -3.5 };
    const chart = await answering(body).api.monthlyUsers();
    expect(chart).toEqual({ points, growthRate: -3.5, total: null });
  });

  it("reads each chart's own keys", async () => {
    const weekly = await ok({ data: [{ day: "Mon", active: 20 }] }).weeklyUsers();
    const daily = await ok([{ time: "04", trips: 0 }]).dailyUsers();
    expect(weekly.points).toEqual([{ label: "Mon", value: 20 }]);
    expect(daily.points).toEqual([{ label: "04", value: 0 }]);
  });

  it.each(["soon", "NaN", {}, null, undefined])(
    "counts a growth rate of %j as none",
    async (rate) => {
      const chart = await ok({ data: months, growthRate: rate }).totalUsers();
      expect(chart.growthRate).toBeNull();
    },
  );

  it("takes an empty chart for an empty chart", async () => {
    await expect(ok({ data: [] }).totalUsers()).resolves.toMatchObject({ points: [] });
  });

  it.each([
    {},
    { data: "none" },
    { data: [{ month: "Aug" }] },
    { data: [{ users: 3 }] },
    { data: [{ month: ["Aug"], users: 3 }] },
    { data: [{ month: "Aug", users: "many" }] },
    { data: [{ month: "Aug", users: -3 }] },
    { data: ["Aug"] },
    { data: Array.from({ length: 500 }, () => months[0]) },
  ])("does not understand %j", async (data) => {
    await expect(ok(data).totalUsers()).rejects.toMatchObject(NOT_UNDERSTOOD);
  });
});

describe("filters", () => {
  it("reads countries as texts and as objects, once each", async () => {
    const countries = ["India", { name: "Italy", count: "7" }, { name: "" }, null, "India"];
    await expect(ok({ countries }).filters()).resolves.toEqual({
      countries: [
        { name: "India", count: null },
        { name: "Italy", count: 7 },
      ],
    });
  });

  it.each([{}, { countries: "India" }, { countries: { India: 1 } }, { countries: [[]] }])(
    "does not understand %j",
    async (data) => {
      await expect(ok(data).filters()).rejects.toMatchObject(NOT_UNDERSTOOD);
    },
  );
});

it("answers any JSON with a clean shape or an UpstreamError", async () => {
  const field = fc.oneof(fc.jsonValue(), fc.constantFrom("12", "1e999", "-1", "2025-08-19", ""));
  const trip = fc.record(
    { id: field, wallet: field, start_time: field, duration: field, distance: field },
    { requiredKeys: [] },
  );
  const data = fc.oneof(
    field,
    fc.record({
      totalTrips: field,
      totalHours: field,
      data: fc.array(fc.record({ month: field, users: field })),
    }),
    fc.record({ trips: fc.array(trip), pagination: fc.oneof(fc.constant(pagination), field) }),
    fc.record({ countries: fc.array(field) }),
  );
  await fc.assert(
    fc.asyncProperty(data, async (data) => {
      const api = ok(data);
      const calls = [api.metrics(), api.totalUsers(), api.trips(firstPage), api.filters()];
      for (const outcome of await Promise.allSettled<unknown>(calls)) {
        if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(UpstreamError);
        else expect(JSON.parse(JSON.stringify(outcome.value))).toEqual(outcome.value);
      }
    }),
    { numRuns: 500 },
  );
});
