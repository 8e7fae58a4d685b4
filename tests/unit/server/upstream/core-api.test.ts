import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { coreApiOf } from "../../../support/core-api-of";

/** A core API whose upstream answers every call with `body`. */
const answering = (body: unknown) => coreApiOf(() => body);

/** A core API whose upstream answers every call with `data` in a successful envelope. */
const ok = (data: unknown) => answering({ success: true, data });

const noOtherPages = { hasPrevPage: false, hasNextPage: false };
const pagination = { currentPage: 1, itemsPerPage: 12, totalItems: 1, ...noOtherPages };
const firstPage = { page: 1, limit: 12 };

const NOT_UNDERSTOOD = {
  kind: "invalid",
  message: "API request failed: the answer was not understood",
};

it("what a visitor chose is marked as such, so that the breaker does not hear it", async () => {
  const chosen: boolean[] = [];
  const api = coreApiOf((_path, _query, isChosen) => void chosen.push(isChosen));
  const [others, date] = [{ page: 1, limit: 500 }, "2025-08-19"];
  const all = [api.trips(firstPage), api.metrics(), api.filters()];
  const some = [
    api.trips({ ...firstPage, date }),
    api.trips(others),
    api.searchTrips({ q: "q", ...firstPage }),
  ];
  await Promise.allSettled([...all, ...some]);
  expect(chosen).toEqual([false, false, false, true, true, true]);
});

describe("a chart", () => {
  const months = [
    { month: "Jul", users: "1100" },
    { month: "Aug", users: 1234, highlight: true },
  ];
  const points = [
    { label: "Jul", value: 1100 },
    { label: "Aug", value: 1234, highlight: true },
  ];

  it("has its points inside `data` with figures beside them, or as `data` itself", async () => {
    const beside = { data: months, growthRate: "12.18%", totalActiveUsers: "9" };
    expect(await ok(beside).totalUsers()).toEqual({ points, growthRate: 12.18, total: 9 });
    const flat = answering({ success: true, data: months, growthRate: -3.5 });
    expect(await flat.monthlyUsers()).toEqual({ points, growthRate: -3.5, total: null });
  });

  it("has its own field names, may be empty, and has no growth rate when that is not a number", async () => {
    const weekly = await ok({ data: [{ day: "Mon", active: 20 }] }).weeklyUsers();
    const daily = await ok([{ time: "04", trips: 0 }]).dailyUsers();
    expect(weekly.points).toEqual([{ label: "Mon", value: 20 }]);
    expect(daily.points).toEqual([{ label: "04", value: 0 }]);
    for (const growthRate of ["soon", "NaN", {}, null]) {
      const empty = await ok({ data: [], growthRate }).totalUsers();
      expect(empty).toMatchObject({ points: [], growthRate: null });
    }
  });
});

it("filters are countries from texts and objects, each listed once, with the count of the spelling that the list asks for", async () => {
  const spaced = { name: "C\u00f4te\u00a0d\u2019Ivoire", count: "7" };
  const none = [{ name: "" }, null, " "];
  const india = [
    { name: "India ", count: 3 },
    { name: "India", count: 2 },
  ];
  const countries = [...india, spaced, 7, ...none, "India"];
  expect((await ok({ countries }).filters()).countries).toEqual([
    { name: "India", count: 2, spellings: ["India", "India "] },
    { name: "C\u00f4te d\u2019Ivoire", count: 7, spellings: [spaced.name] },
    { name: "7", count: null },
  ]);
});

describe("trips", () => {
  const tripFrom = async (fields: object) =>
    (await ok({ trips: [{ id: "t1", ...fields }], pagination }).trips(firstPage)).trips[0];

  it("are read as documented", async () => {
    const trip = { wallet: "0xabc", distance: 12.345, beats: 120, country: "India" };
    expect(await tripFrom({ ...trip, duration: 1790, end_time: "2025-08-19T10:30:00Z" })).toEqual({
      ...trip,
      id: "t1",
      startTime: null,
      endTime: Date.UTC(2025, 7, 19, 10, 30),
      duration: { seconds: 1790 },
    });
    const { id, ...rest } = (await tripFrom({ id: 42 })) ?? {};
    expect([id, ...new Set(Object.values(rest))]).toEqual(["42", null]);
  });

  it.each([
    { wallet: "0xabc", walletAddress: "0xdef", user: "someone" },
    { walletAddress: "0xabc" },
    { userWallet: "0xabc" },
    { user: { wallet: "0xabc" } },
    { wallet: "", walletAddress: null, user: { wallet: " ", walletAddress: "0xabc" } },
  ])("have the wallet of %j", async (fields) => {
    expect((await tripFrom(fields))?.wallet).toBe("0xabc");
  });

  it.each([
    [{ duration: "90" }, { seconds: 90 }],
    [{ duration: "1h 30m" }, { text: "1h 30m" }],
    [{ duration: -5, start_time: 1_000_000, end_time: 1_090_000 }, { seconds: 90 }],
    [{ start_time: 1_090_000, end_time: 1_000_000 }, null],
    [{ start_time: 1_000_000 }, null],
  ])("have the duration of %j", async (fields, duration) => {
    expect(await tripFrom(fields)).toMatchObject({ duration });
  });

  it("have texts of a limited length and no impossible figures", async () => {
    const [id, wallet, country] = ["i", "w", "c"].map((letter) => letter.repeat(500));
    const trip = await tripFrom({ id, wallet, country, distance: -1, beats: "Infinity" });
    const lengths = [trip?.id, trip?.wallet, trip?.country].map((text) => text?.length);
    expect(lengths).toEqual([100, 200, 100]);
    expect(trip).toMatchObject({ distance: null, beats: null });
  });

  it.each([
    [{ totalItems: "30" }, [2, 12, 30, true, true, 3]],
    [{ totalItems: 24, currentPage: "2", itemsPerPage: 0 }, [2, 12, 24, true, false, 2]],
    [{ hasNextPage: false }, [2, 12, 13, true, false, 2]],
    [
      { totalItems: 90, currentPage: 1, itemsPerPage: 5, hasPrevPage: true, hasNextPage: false },
      [1, 5, 90, true, false, 18],
    ],
  ])("complete the pagination %j", async (input, expected) => {
    const page = await ok({ trips: [{ id: 1 }], pagination: input }).trips({ page: 2, limit: 12 });
    const [currentPage, itemsPerPage, totalItems, hasPrevPage, hasNextPage, pages] = expected;
    const whole = { currentPage, itemsPerPage, totalItems, hasPrevPage, hasNextPage, pages };
    expect(page.pagination).toEqual(whole);
  });
});

const noPages = { currentPage: 1, totalItems: 0, pages: 1, ...noOtherPages };
it.each([null, { trips: null }, { trips: null, pagination: null }, { trips: [], pagination }])(
  "null is read as empty in a list of trips: %j",
  async (data) => {
    const page = await ok(data).trips(firstPage);
    expect(page.trips).toEqual([]);
    if (!data || data.trips === null) expect(page.pagination).toMatchObject(noPages);
  },
);

it("null is read as empty in charts, filters and totals", async () => {
  const empty = { points: [], growthRate: null, total: null };
  for (const data of [null, { data: null }, [], [null], [{ month: "Aug", users: null }]]) {
    expect(await ok(data).totalUsers()).toEqual(empty);
  }
  const none = { countries: [] };
  for (const data of [null, { countries: null }]) expect(await ok(data).filters()).toEqual(none);
  expect(new Set(Object.values(await ok(null).metrics()))).toEqual(new Set([null]));
});

it("a chart's point without a value keeps its place, and one that is null is left out", async () => {
  const months = [["Jun", 1], null, ["Aug", null], ["Sep", 4], ["Oct", 5]].map(
    (point) => point && { month: point[0], users: point[1] },
  );
  expect((await ok([null, ...months]).totalUsers()).points).toEqual([
    { label: "Jun", value: 1 },
    { label: "Aug", value: null },
    { label: "Sep", value: 4 },
    { label: "Oct", value: 5 },
  ]);
});

describe("only the value that cannot be used is left out", () => {
  const good = { id: "good", start_time: "2025-08-19", distance: 1 };
  const readTrips = async (...rows: unknown[]) =>
    (await ok({ trips: rows, pagination }).trips(firstPage)).trips;

  it.each<[object, object]>([
    [{ start_time: "0000-00-00 00:00:00" }, { startTime: null }],
    [{ start_time: "2036-01-01T00:00:00Z" }, { startTime: null }],
    [{ start_time: "yesterday" }, { startTime: null }],
    [
      { start_time: "2025-08-19T10:00:00Z", end_time: "9999-12-31T23:59:59Z" },
      { startTime: Date.UTC(2025, 7, 19, 10), endTime: null, duration: null },
    ],
    [{ duration: 1e300 }, { duration: null }],
    [{ distance: "far" }, { distance: null }],
    [{ distance: `${"1".repeat(25_000)}x` }, { distance: null }],
    [{ wallet: {}, walletAddress: "0xabc" }, { wallet: "0xabc" }],
    [{ country: [] }, { country: null }],
  ])("of a trip: %j", async (fields, expected) => {
    const trips = await readTrips(good, { id: "odd", ...fields });
    expect(trips).toMatchObject([{ id: "good" }, { id: "odd", ...expected }]);
  });

  it("trips without an id, and rows that are no trips", async () => {
    const trips = await readTrips(null, good, "trip", { ...good, id: null }, []);
    expect(trips.map(({ id }) => id)).toEqual(["good"]);
  });

  it("points, countries and totals", async () => {
    const points = [{ month: "Jul", users: "many" }, { month: "Aug", users: 3 }, "Sep"];
    expect((await ok(points).totalUsers()).points).toEqual([
      { label: "Jul", value: null },
      { label: "Aug", value: 3 },
    ]);
    const { countries } = await ok({ countries: [[], "India"] }).filters();
    expect(countries).toEqual([{ name: "India", count: null }]);
    const totals = { totalTrips: "1", totalBeats: -1, totalHours: "many", totalUsers: {} };
    const unknown = { totalBeats: null, totalHours: null, totalUsers: null };
    expect(await ok(totals).metrics()).toMatchObject({ totalTrips: 1, ...unknown });
  });

  it("a total that is less than the number of rows", async () => {
    const twelve = Array.from({ length: 12 }, (_, id) => ({ id }));
    const page = await ok({ trips: twelve, pagination: { totalItems: 5 } }).trips(firstPage);
    expect(page.pagination).toMatchObject({ totalItems: 12, hasNextPage: false });
  });
});

const withTrip = (fields: object) => ({ trips: [{ id: "t1", ...fields }], pagination });
const datum = { month: "Aug", users: 3 };
it.each<["metrics" | "totalUsers" | "filters" | "trips" | "searchTrips", unknown]>([
  ["metrics", {}],
  ["metrics", []],
  ["metrics", { totalTrips: null }],
  ["metrics", { totalTrips: "many" }],
  ["totalUsers", {}],
  ["totalUsers", { data: [{ month: "Aug" }] }],
  ["totalUsers", { data: [{ users: 3 }] }],
  ["totalUsers", { data: [{ ...datum, month: ["Aug"] }] }],
  ["totalUsers", { data: [{ ...datum, users: "many" }] }],
  ["totalUsers", { data: [{ ...datum, users: -3 }] }],
  ["totalUsers", { data: Array(500).fill(datum) }],
  ["filters", {}],
  ["filters", { countries: "India" }],
  ["filters", { countries: [[]] }],
  ["trips", { trips: "many", pagination }],
  ["trips", withTrip({ id: undefined })],
  ["trips", { trips: [{ id: 1 }] }],
  ["trips", { trips: [{ id: 1 }], pagination: { currentPage: 1 } }],
  ["trips", { trips: [], pagination: { ...pagination, hasNextPage: "no" } }],
  ["trips", { trips: Array(1001).fill({ id: 1 }), pagination }],
  ["searchTrips", { trips: "many", pagination }],
])("an answer of %s is invalid: %j", async (call, data) => {
  const api = ok(data);
  const reads = {
    ...api,
    trips: () => api.trips(firstPage),
    searchTrips: () => api.searchTrips({ q: "x", ...firstPage }),
  };
  await expect(reads[call]()).rejects.toMatchObject(NOT_UNDERSTOOD);
});

it("an answer without its envelope is invalid", async () => {
  for (const body of [undefined, null, "text", {}, { success: "yes" }, { success: true }])
    await expect(answering(body).metrics()).rejects.toMatchObject(NOT_UNDERSTOOD);
});

it("any JSON leads to a result of the documented shape or an UpstreamError", async () => {
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
    { numRuns: 250 },
  );
});
