import { afterAll, expect, it } from "vitest";
import { ask, sandboxFixture, type TripsData } from "./sandbox-fixture";

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2024, 0, 30);

/** Unsorted trips of two days and four countries. Some start at the same time, so the id decides their order. */
const TRIPS = Array.from({ length: 40 }, (_, index) => ({
  id: `${["b", "X", "a", "%", "_", "'", "-"][index % 7]}${(index * 7) % 40}`,
  vehicle: ["", "v1", "v2"][index % 3],
  start: FIRST_DAY + ((index * 11) % 16) * (DAY_MS / 8),
  seconds: index * 2_500,
  country: ["", "India", "Kenya", "100%_", "Curaçao"][index % 5] ?? "",
}));
type Trip = (typeof TRIPS)[number];

const SORTED = TRIPS.toSorted((a, b) => b.start - a.start || (a.id < b.id ? -1 : 1));

const core = await sandboxFixture(afterAll).serve(
  TRIPS.map(({ id, vehicle, start, seconds, country }) => {
    const [begin, end] = [start, start + seconds * 1000].map((ms) => new Date(ms).toISOString());
    return `${id},${vehicle},${begin},${end},,,${country}`;
  }),
);

async function checkPages(path: string, query: Record<string, string>, expected: Trip[]) {
  for (const [page, limit] of [
    [1, 500],
    [2, 2],
    [9, 5],
  ] as const) {
    const parameters = new URLSearchParams({ ...query, page: `${page}`, limit: `${limit}` });
    const { trips, pagination } = await ask<TripsData>(`${core}/${path}?${parameters.toString()}`);
    const wanted = expected.slice((page - 1) * limit, page * limit);
    expect(trips.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    expect(pagination).toEqual({
      currentPage: page,
      itemsPerPage: limit,
      totalItems: expected.length,
      hasPrevPage: page > 1,
      hasNextPage: page * limit < expected.length,
    });
  }
}

it.each([undefined, "India", "100%_", "india", "Curaçao", "Nowhere"])(
  "the list of trips filters by day and by the country %s, newest first, page by page",
  async (country) => {
    for (const date of [undefined, "2024-01-29", "2024-01-30", "2024-01-31", "2024-02-01"]) {
      const expected = SORTED.filter(
        (trip) =>
          (date === undefined || new Date(trip.start).toISOString().startsWith(date)) &&
          (country === undefined || trip.country === country),
      );
      await checkPages("trips", { ...(date && { date }), ...(country && { country }) }, expected);
    }
  },
);

it.each(["B", "x", "%", "_", "'", "a3", "INDIA", "çAO", "0x", "0% ", "; drop table trips"])(
  "a search for %j finds the trips with this text in their id, wallet or country",
  async (q) => {
    const all = await ask<TripsData>(`${core}/trips?limit=500`);
    const walletOf = new Map(all.trips.map((trip) => [trip.id, trip.wallet ?? ""]));
    const expected = SORTED.filter(({ id, country }) =>
      [id, walletOf.get(id) ?? "", country].some((text) =>
        text.toLowerCase().includes(q.toLowerCase()),
      ),
    );
    await checkPages("trips/search", { type: "all", q }, expected);
  },
);

it("the countries are listed by name with their number of trips, and a page has 12 trips", async () => {
  const { pagination } = await ask<TripsData>(`${core}/trips`);
  expect(pagination).toMatchObject({ currentPage: 1, itemsPerPage: 12, totalItems: 40 });
  expect(await ask(`${core}/filters/available`)).toEqual({
    countries: ["100%_", "Curaçao", "India", "Kenya"].map((name) => ({ name, count: 8 })),
  });
});

it("invalid requests are refused in the envelope with an error sentence", async () => {
  for (const query of ["page=0", "page=1.5", "limit=501", "date=2025-02-31"]) {
    const response = await fetch(`${core}/trips?${query}`);
    expect([query, response.status]).toEqual([query, 400]);
    const error = expect.stringMatching(/^(page|limit|date): /) as string;
    expect(await response.json()).toEqual({ success: false, error });
  }
  for (const [status, path, method] of [
    [400, "trips/search", "GET"],
    [400, "trips/search?q=a&type=wallet", "GET"],
    [404, "trips/1", "GET"],
    [405, "trips", "POST"],
  ] as const) {
    const response = await fetch(`${core}/${path}`, { method });
    expect([path, response.status]).toEqual([path, status]);
    expect(await response.json()).toMatchObject({ success: false });
  }
});
