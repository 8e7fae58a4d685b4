import fc from "fast-check";
import { expect, it } from "vitest";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { daysOf } from "server/dashboard/report/days.server";
import { createReportDays } from "server/dashboard/report/report-days.server";
import { buildReport, type ReportRequest } from "server/dashboard/report/report.server";
import { createSlots } from "server/limits/concurrency-limits.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { reportCsv } from "~/features/dashboard/report/report-csv";

const request: ReportRequest = {
  from: "2025-12-30",
  to: "2026-01-02",
  by: "day",
  sort: { key: "day", descending: false },
  page: 1,
};
const DAYS = daysOf(request);
const HOUR = 3_600;

/** A value as the upstream writes it, and as it should be read. */
type Written<T> = readonly [written: unknown, read: T];

const written = <T>(...variants: Written<T>[]) => fc.constantFrom(...variants);

/** Multiples of 1/8, whose sums have no rounding errors. */
const quantity = fc.oneof(
  fc.nat(8_000).map((eighths) => [eighths / 8, eighths / 8] as const),
  fc.nat(8_000).map((eighths) => [` ${eighths / 8} `, eighths / 8] as const),
  written<number | null>([null, null], [-5, null], ["NaN", null], [2e12, null]),
);

const anyTrip = fc.record({
  start: fc.nat({ max: DAYS.length * 24 - 1 }),
  crossesMidnight: fc.boolean(),
  comesTwice: fc.boolean(),
  wallet: written<string | null>(
    ["0xAB12", "0xab12"],
    ["0xab12 ", "0xab12"],
    ["0xab12cd", "0xab12cd"],
    ["Drone", "Drone"],
    ["drone", "drone"],
    [null, null],
  ),
  country: written<string | null>(
    ["Iran", "Iran"],
    [" Iran ", "Iran"],
    ["Nepal", "Nepal"],
    ["", null],
  ),
  distance: quantity,
  beats: quantity,
  duration: fc.oneof(
    fc.nat(8).map((hours) => [String(hours * HOUR), hours] as const),
    written<number | null>([null, null], ["about an hour", null]),
  ),
});
type AnyTrip = typeof anyTrip extends fc.Arbitrary<infer T> ? T : never;

const dayOf = ({ start }: AnyTrip) => DAYS[Math.floor(start / 24)] ?? "";

/** An upstream that lists a trip under the day in which it starts, and under the next one when it crosses midnight. */
function upstreamOf(trips: readonly AnyTrip[]) {
  const rowsOf = (date: unknown) =>
    trips.flatMap((trip, id) => {
      const dayBefore = DAYS[DAYS.indexOf(String(date)) - 1];
      const isListed = dayOf(trip) === date || (trip.crossesMidnight && dayOf(trip) === dayBefore);
      const row = {
        id: String(id),
        wallet: trip.wallet[0],
        country: trip.country[0],
        start_time: Date.parse(DAYS[0] ?? "") + trip.start * HOUR * 1000,
        end_time: null,
        duration: trip.duration[0],
        distance: trip.distance[0],
        beats: trip.beats[0],
      };
      return isListed ? (trip.comesTwice ? [row, row] : [row]) : [];
    });
  return createCoreApi({
    get: (_path, { date } = {}) => {
      const rows = rowsOf(date);
      const pagination = { currentPage: 1, itemsPerPage: 500, totalItems: rows.length };
      return Promise.resolve({ success: true, data: { trips: rows, pagination } });
    },
  });
}

function sumsOf(trips: readonly AnyTrip[]) {
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const sum = (values: readonly (number | null)[]) => {
    if (values.length > 0 && known(values).length === 0) return null;
    return known(values).reduce((total, value) => total + value, 0);
  };
  const distances = trips.map(({ distance }) => distance[1]);
  const hours = trips.map(({ duration }) => duration[1]);
  const beats = trips.map((trip) => trip.beats[1]);
  const wallets = trips.flatMap(({ wallet }) => wallet[1] ?? []);
  return {
    trips: trips.length,
    distance: sum(distances),
    hours: sum(hours),
    beats: sum(beats),
    wallets: new Set(wallets).size,
    withoutDistance: distances.length - known(distances).length,
    withoutDuration: hours.length - known(hours).length,
    withoutBeats: beats.length - known(beats).length,
    withoutWallet: trips.length - wallets.length,
  };
}

async function reportOn(api: ReturnType<typeof createCoreApi>, wanted: ReportRequest) {
  const exports = createSlots({ perClient: 2, inAll: 6 });
  const days = createReportDays({ api, cache: new StaleWhileRevalidateCache(), exports });
  return buildReport(wanted, await days.read(daysOf(wanted), "192.0.2.1"), "all");
}

async function csvOf(wanted: ReportRequest, report: Awaited<ReturnType<typeof reportOn>>) {
  let csv = "";
  for await (const part of reportCsv(wanted.by, report)) csv += part;
  const [names = [], ...lines] = csv
    .slice(1)
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
}

it("rows by day, wallet and country, their totals and the CSV agree, and state what is left out", async () => {
  const filters = fc.record({
    by: fc.constantFrom("day", "wallet", "country"),
    country: fc.constantFrom(undefined, "Iran", "Iran "),
    q: fc.constantFrom(undefined, "0xAB12", "drone"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyTrip, { maxLength: 40 }), filters, async (trips, filter) => {
      const wanted = { ...request, ...filter };
      const report = await reportOn(upstreamOf(trips), wanted);
      const selected = trips.filter(
        ({ wallet, country }) =>
          (filter.q === undefined || wallet[1] === filter.q.replace("AB", "ab")) &&
          (filter.country === undefined || country[1] === "Iran"),
      );
      expect(report).toMatchObject({ read: 4, days: 4, unreadable: 0 });
      expect(report.total).toMatchObject(sumsOf(selected));
      const crossing = trips.filter((trip) => trip.crossesMidnight && dayOf(trip) !== DAYS.at(-1));
      expect(report.elsewhere).toBe(crossing.length);
      const twice = trips.filter(({ comesTwice }) => comesTwice);
      expect(report.repeated).toBe(twice.length + crossing.filter((one) => one.comesTwice).length);

      const nameOf = (trip: AnyTrip) => (filter.by === "day" ? dayOf(trip) : trip[filter.by][1]);
      const names = new Set(selected.map(nameOf));
      if (filter.by === "day") for (const day of DAYS) names.add(day);
      const spelled = (name: string | null) => name && name.replace("AB", "ab");
      expect(report.rows.map(({ name }) => spelled(name)).toSorted()).toEqual(
        [...names].toSorted(),
      );
      for (const { name, figures } of report.rows) {
        const own = selected.filter((trip) => nameOf(trip) === spelled(name));
        expect(figures).toMatchObject(sumsOf(own));
      }
      expect(report.daily.map(({ trips }) => trips)).toEqual(
        DAYS.map((day) => selected.filter((trip) => dayOf(trip) === day).length),
      );

      const lines = await csvOf(wanted, report);
      const total = lines.pop() ?? {};
      expect(total).toMatchObject({ [filter.by]: "total", trips: String(selected.length) });
      expect(total.repeated).toBe(String(report.repeated));
      for (const column of ["trips", "distance_km", "hours", "beats", "without_distance"]) {
        const sum = lines.reduce((all, line) => all + Number(line[column]), 0);
        expect(sum).toBe(Number(total[column]));
      }
    }),
    { numRuns: 60 },
  );
});

it("the average speed is that of the trips whose distance and duration are both known", async () => {
  const trip = (distance: number | null, hours: number | null): AnyTrip => ({
    start: 1,
    crossesMidnight: false,
    comesTwice: false,
    wallet: [null, null],
    country: [null, null],
    beats: [null, null],
    distance: [distance, distance],
    duration: [hours && hours * HOUR, hours],
  });
  const trips = [trip(30, 1), trip(10, 1), trip(500, null), trip(null, 8)];
  const { total } = await reportOn(upstreamOf(trips), request);
  expect(total).toMatchObject({ averageSpeed: 20, averageDistance: 180, averageDuration: 12_000 });
});

it("rows without a value come last, whichever way the rows are sorted", async () => {
  const trips = [0, 24, 48].map((start, at): AnyTrip => ({
    start,
    crossesMidnight: false,
    comesTwice: false,
    wallet: [`w${at}`, `w${at}`],
    country: ["Nepal", "Nepal"],
    beats: [null, null],
    duration: [null, null],
    distance: at === 1 ? [null, null] : [at, at],
  }));
  for (const [descending, names] of [
    [false, ["w0", "w2", "w1"]],
    [true, ["w2", "w0", "w1"]],
  ] as const) {
    const sort = { key: "distance", descending } as const;
    const report = await reportOn(upstreamOf(trips), { ...request, by: "wallet", sort });
    expect(report.rows.map(({ name }) => name)).toEqual(names);
  }
});

it("stated trips that do not come are counted, and a trip without a start has no day", async () => {
  const row = { id: "1", start_time: null, distance: 2 };
  const api = createCoreApi({
    get: () =>
      Promise.resolve({
        success: true,
        data: {
          trips: [row, { ...row, id: null }],
          pagination: { currentPage: 1, itemsPerPage: 500, totalItems: 3, hasNextPage: false },
        },
      }),
  });
  const report = await reportOn(api, request);
  expect(report).toMatchObject({ unreadable: 8, total: { trips: 1, distance: 2 } });
  expect(report.rows.at(-1)).toMatchObject({ name: null, figures: { trips: 1 } });
});

it("a range with more than 50,000 trips is not read to its end", async () => {
  let calls = 0;
  const api = createCoreApi({
    get: () => {
      calls += 1;
      const pagination = { currentPage: 1, itemsPerPage: 500, totalItems: 50_001 };
      const trips = [{ id: "1", start_time: DAYS[0], distance: 1 }];
      return Promise.resolve({ success: true, data: { trips, pagination } });
    },
  });
  expect(await reportOn(api, request)).toMatchObject({ isTooLong: true, total: { trips: 0 } });
  expect(calls).toBeLessThanOrEqual(2);
});
