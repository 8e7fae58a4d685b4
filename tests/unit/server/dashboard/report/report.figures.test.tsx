import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server.js";
import { beforeEach, expect, it, vi } from "vitest";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { daysOf } from "~/lib/day";
import { createReportDays } from "server/dashboard/report/read-days.server";
import {
  buildReport,
  type Report,
  type ReportRequest,
} from "server/dashboard/report/report.server";
import { createDashboardData } from "server/dashboard/dashboard-data.server";
import { askForTrips } from "server/dashboard/resources.server";
import { tripPages } from "server/dashboard/trip-pages.server";
import { createSlots } from "server/limits/slots.server";
import { createLimits } from "server/limits/limits.server";
import type { CoreApi } from "server/upstream/core-api.server";
import { shownReport } from "server/dashboard/report/read-report.server";
import { reportCsv } from "server/dashboard/report/report-csv.server";
import { reportSums } from "~/content/dashboard";
import { ReportScreen } from "~/features/dashboard/report/report-page";
import { spellingNote } from "~/features/dashboard/trips/filter-bar";
import { tripsCsv } from "server/dashboard/trips-csv.server";
import { formatCount, formatMeasure } from "~/lib/format-metric";
import { coreApiOf } from "../../../../support/core-api-of";

const RANGE = { from: "2025-12-30", to: "2026-01-02" };
const DAYS = daysOf(RANGE);
const TODAY = RANGE.to;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse(TODAY), toFake: ["Date"] }));

/** Values as the upstream writes them, and as they should be read. */
const written = (...variants: (readonly [written: unknown, read: number | null])[]) =>
  fc.constantFrom(...variants);
const mostly = fc.nat(9).map((one) => one > 0);

/** Multiples of 1/8, whose sums have no rounding errors. */
const quantity = fc.oneof(
  fc.nat(8_000).map((eighths) => [eighths / 8, eighths / 8] as const),
  fc.nat(8_000).map((eighths) => [` ${eighths / 8} `, eighths / 8] as const),
  written([null, null], [-5, null], ["NaN", null], [2e12, null]),
);

const anyTrip = fc.record({
  /** Hours after the start of the range. */
  hour: fc.nat({ max: DAYS.length * 24 - 1 }),
  hasOwnId: mostly,
  hasStart: mostly,
  crossesMidnight: fc.boolean(),
  comesTwice: fc.boolean(),
  isReadable: mostly,
  wallet: fc
    .constantFrom("0xAB12", "0xab12 ", "0xab12cd", "Drone", "drone", null)
    .map((text) => [text, text && text.trim().replace("AB", "ab")] as const),
  country: fc
    .constantFrom("Iran", " Iran ", "Nepal", "")
    .map((text) => [text, text.trim() || null] as const),
  distance: quantity,
  beats: quantity,
  duration: fc.oneof(
    fc.nat(8).map((hours) => [String(hours * 3_600), hours] as const),
    written([null, null], ["about an hour", null]),
  ),
});
type AnyTrip = typeof anyTrip extends fc.Arbitrary<infer T> ? T & { id: string } : never;

/** How an upstream sends its lists in pages, and what it says of them. */
const anyPaging = fc.record({
  /** Most rows of a page, whatever is asked for. */
  cap: fc.constantFrom(3, 500),
  statesPages: fc.boolean(),
  tooMany: fc.constantFrom(0, 0, 2),
});
type AnyPaging = { cap: number; statesPages: boolean; tooMany: number };

const dayOf = ({ hour }: AnyTrip) => DAYS[Math.floor(hour / 24)] ?? "";

/** The rows of a day: the trips that start on it, and those of the day before that cross midnight. */
const listOf = (trips: readonly AnyTrip[], date: string) =>
  trips.flatMap((trip) => {
    const isOver = trip.crossesMidnight && dayOf(trip) === DAYS[DAYS.indexOf(date) - 1];
    return dayOf(trip) === date || isOver ? (trip.comesTwice ? [trip, trip] : [trip]) : [];
  });

function upstreamOf(trips: readonly AnyTrip[], { cap, statesPages, tooMany }: AnyPaging) {
  const rowOf = (trip: AnyTrip) => ({
    id: trip.isReadable ? trip.id : null,
    wallet: trip.wallet[0],
    country: trip.country[0],
    start_time: trip.hasStart ? Date.parse(RANGE.from) + trip.hour * 3_600_000 : null,
    duration: trip.duration[0],
    distance: trip.distance[0],
    beats: trip.beats[0],
  });
  return coreApiOf((path, { date = "", country, page = 1, limit = 12 }) => {
    const names = new Set(trips.map((trip) => trip.country[0]));
    if (path === "/filters/available") {
      return { success: true, data: { countries: [...names].filter((name) => name !== "") } };
    }
    const rows = listOf(trips, String(date)).filter(
      (trip) => country === undefined || trip.country[0] === country,
    );
    const size = Math.min(cap, Number(limit));
    const totalItems = rows.length + tooMany;
    const before = (Number(page) - 1) * size;
    const some = rows.slice(before, before + size).map(rowOf);
    const hasNextPage = before + size < rows.length;
    const stated = { currentPage: Number(page), itemsPerPage: size, hasNextPage };
    const pagination = statesPages ? { ...stated, totalItems } : { totalItems };
    return { success: true, data: { trips: some, pagination } };
  });
}

/** The rows of a day that arrive: a short page ends a list whose pages are not stated. */
function arriving(trips: readonly AnyTrip[], paging: AnyPaging, date: string) {
  const rows = listOf(trips, date);
  const arrived = paging.statesPages ? rows : rows.slice(0, paging.cap);
  const readable = arrived.filter(({ isReadable }) => isReadable);
  return { readable, missing: rows.length + paging.tooMany - readable.length };
}

const firstOfEach = (trips: readonly AnyTrip[]) =>
  trips.filter(({ id }, at) => trips.findIndex((other) => other.id === id) === at);
const sum = (counts: readonly (number | undefined)[]) =>
  counts.reduce<number>((total, count = 0) => total + count, 0);

const known = <T,>(values: readonly (T | null)[]) => values.filter((value) => value !== null);

/** The sums of trips, made by hand. */
function sumsOf(trips: readonly AnyTrip[]) {
  const column = (key: "distance" | "duration" | "beats") => {
    const values = known(trips.map((trip) => trip[key][1]));
    const sum = values.reduce((total, value) => total + value, 0);
    const isKnown = values.length > 0 || trips.length === 0;
    return [isKnown ? sum : null, trips.length - values.length] as const;
  };
  const [distance, withoutDistance] = column("distance");
  const [hours, withoutDuration] = column("duration");
  const [beats, withoutBeats] = column("beats");
  const owned = known(trips.map(({ wallet }) => wallet[1]));
  const sums = { trips: trips.length, distance, hours, beats, wallets: new Set(owned).size };
  const without = {
    distance: withoutDistance,
    duration: withoutDuration,
    beats: withoutBeats,
    wallet: trips.length - owned.length,
  };
  return { ...sums, without };
}

const byDay = { ...RANGE, by: "day", sort: "day", page: 1 } as const;

async function reportOn(api: CoreApi, wanted: ReportRequest) {
  const exports = createSlots({ perClient: 2, inAll: 6 });
  const days = createReportDays({ api, cache: new StaleWhileRevalidateCache(), exports });
  return buildReport(wanted, await days.read(daysOf(wanted), "192.0.2.1"), "all");
}

async function linesOf(chunks: AsyncIterable<string> | Iterable<string>) {
  let csv = "";
  for await (const chunk of chunks) csv += chunk;
  const lines = csv.slice(1).trimEnd().split("\r\n");
  const [names = [], ...rows] = lines.map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
}

async function exportedIds(api: CoreApi, date: string) {
  const pages = tripPages((page) => askForTrips(api, { page, date }, 500));
  return (await linesOf(tripsCsv(await pages.next(), pages))).map(({ id }) => id);
}

function screenOf(request: ReportRequest, report: Report): string {
  const rest = {
    build: "",
    problem: null,
    countries: [],
    newest: TODAY,
    sandbox: false,
    presets: [],
  };
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <ReportScreen
        {...rest}
        today={TODAY}
        request={request}
        report={shownReport(request, report)}
      />
    </StaticRouter>,
  ).replace(/<[^>]+>/g, "|");
}

const anyFilter = fc.record({
  by: fc.constantFrom("day", "wallet", "country"),
  country: fc.constantFrom(undefined, "Iran", "Iran "),
  q: fc.constantFrom(undefined, "0xAB12", "drone"),
});
const anyTrips = fc
  .array(anyTrip, { maxLength: 30 })
  // Some trips have the id of the trip before.
  .map((trips) => trips.map((trip, at) => ({ ...trip, id: `t${trip.hasOwnId ? at : at - 1}` })));

it("list, export, report, its file and statements agree, or say what is missing", async () => {
  const property = fc.asyncProperty(anyTrips, anyPaging, anyFilter, async (all, paging, filter) => {
    const api = upstreamOf(all, paging);
    const wanted = { ...byDay, ...filter };
    const report = await reportOn(api, wanted);
    const arrived = DAYS.map((date) => ({ date, ...arriving(all, paging, date) }));

    for (const { date, readable, missing } of arrived) {
      const ids = [...new Set(readable.map(({ id }) => id))];
      if (missing > 0) await expect(exportedIds(api, date)).rejects.toThrow();
      else expect(await exportedIds(api, date)).toEqual(ids);
      const page = await askForTrips(api, { page: 1, date }, 12).catch(() => null);
      if (page) expect(page.pagination.totalItems).toBe(readable.length + missing);
    }

    // The list of a country has all of its rows, or says that it has those of one spelling.
    const options = { cache: new StaleWhileRevalidateCache(), limits: createLimits() };
    const dashboard = createDashboardData({ coreApi: api, ...options, chosenWaitMs: 1_000 });
    const note = spellingNote("Iran", (await api.filters()).countries);
    for (const date of DAYS) {
      const rows = listOf(all, date).filter(({ country }) => country[1] === "Iran").length;
      const spelled = await dashboard.spelled({ page: 1, date, country: "Iran" });
      const page = await askForTrips(api, spelled, 12).catch(() => null);
      const listed = page ? page.pagination.totalItems - paging.tooMany : rows;
      if (note === null) expect(listed).toBe(rows);
      else expect(listed).toBeLessThanOrEqual(rows);
    }

    const unread = report.missing.map(({ day }) => day);
    const days = arrived.filter(({ date }) => !unread.includes(date));
    expect(arrived.every(({ date, missing }) => missing > 0 || !unread.includes(date))).toBe(true);

    // What is left out is counted. A trip counts on the first of the days that list its id.
    const own = days.flatMap(({ date, readable }) =>
      firstOfEach(readable).filter((trip) => !trip.hasStart || dayOf(trip) === date),
    );
    const counted = firstOfEach(own);
    // A trip without a start is listed on the next day as well.
    const again = own.filter((trip) => !counted.includes(trip) && trip.hasStart);
    const listed = days.map(({ readable }) => [readable.length, firstOfEach(readable).length]);
    const [rows = 0, distinct = 0] = [0, 1].map((at) => sum(listed.map((counts) => counts[at])));
    expect(report.leftOut).toEqual({
      unreadable: sum(days.map(({ missing }) => missing)),
      repeated: rows - distinct + again.length,
      elsewhere: distinct - own.length,
    });

    // Sums and rows.
    const isWanted = ({ wallet, country }: AnyTrip) =>
      (filter.q === undefined || wallet[1] === filter.q.toLowerCase()) &&
      (filter.country === undefined || country[1] === "Iran");
    const selected = counted.filter(isWanted);
    expect(report.total).toMatchObject(sumsOf(selected));
    const nameOf = (trip: AnyTrip) =>
      filter.by === "day" ? (trip.hasStart ? dayOf(trip) : null) : trip[filter.by][1];
    const names = new Set([...(wanted.by === "day" ? DAYS : []), ...selected.map(nameOf)]);
    const spelled = (name: string | null) => name && name.replace("AB", "ab");
    expect(new Set(report.rows.map(({ name }) => spelled(name)))).toEqual(names);
    for (const { name, figures } of report.rows) {
      const part = selected.filter((trip) => nameOf(trip) === spelled(name));
      expect(figures).toEqual(
        unread.includes(name ?? "") ? null : expect.objectContaining(sumsOf(part)),
      );
    }

    // The file.
    const lines = await linesOf(reportCsv(wanted, report, reportSums, TODAY));
    const total = lines.pop() ?? {};
    expect(total).toMatchObject({ [filter.by]: "total", trips: String(selected.length) });
    expect(total).toMatchObject({ unreadable: String(report.leftOut.unreadable), note: "so far" });
    for (const column of ["trips", "distance_km", "hours", "beats", "without_distance"]) {
      const sum = lines.reduce((all, line) => all + Number(line[column]), 0);
      expect(sum).toBe(Number(total[column]));
    }

    // The page.
    const screen = screenOf(wanted, report);
    const shown = /Trips\|+([^|]+)\|.*?Distance\|+([^| ]+)/.exec(screen)?.slice(1);
    const distance = formatMeasure(report.total.distance);
    expect(shown).toEqual([formatCount(selected.length), distance]);
    for (const count of Object.values(report.leftOut)) {
      if (count > 0) expect(screen).toContain(`Left out: ${count} `);
    }
    if (unread.length > 0) expect(screen).toContain(`${report.read} of ${DAYS.length} days read`);

    // The statements of all wallets together.
    const owned = known(counted.map(({ wallet }) => wallet[1]));
    let inStatements = 0;
    for (const q of new Set(owned))
      inStatements += (await reportOn(api, { ...byDay, q })).total.trips;
    expect(inStatements).toBe(owned.length);
  });
  await fc.assert(property, { numRuns: 35 });
});
