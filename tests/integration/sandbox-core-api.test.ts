import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, SandboxFixture, type TripsData } from "./sandbox-fixture";

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2024, 0, 30);

interface ModelTrip {
  id: string;
  vehicle: string;
  start: number;
  seconds: number;
  country: string;
}

const modelTrip = fc.record({
  id: fc.stringMatching(/^[a-cX%_'-]{1,5}$/),
  vehicle: fc.constantFrom("", "v1", "v2", "v3"),
  // Few instants, so that many trips share one and the id decides.
  start: fc.integer({ min: 0, max: 40 }).map((step) => FIRST_DAY + step * (DAY_MS / 8)),
  seconds: fc.integer({ min: 0, max: 100_000 }),
  country: fc.constantFrom("", "India", "Kenya", "100%_", "Curaçao"),
});

const paging = {
  page: fc.integer({ min: 1, max: 12 }),
  limit: fc.constantFrom(1, 2, 5, 12, 500),
};
const listQuery = fc.record({
  ...paging,
  date: fc.option(
    fc
      .integer({ min: -1, max: 6 })
      .map((day) => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10)),
    { nil: undefined },
  ),
  country: fc.constantFrom(undefined, "India", "Kenya", "100%_", "india", "Curaçao", "Nowhere"),
});
const searchQuery = fc.record({
  ...paging,
  q: fc.constantFrom(
    "B",
    "x",
    "%",
    "_",
    "'",
    "ab",
    "INDIA",
    "çAO",
    "0x",
    "0% ",
    "; drop table trips",
  ),
});

function parameters(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

function pageOf<T>(list: T[], page: number, limit: number): T[] {
  return list.slice((page - 1) * limit, page * limit);
}

describe("any list of trips", () => {
  it("gives every page, filter and search the trips that a plain list would", async () => {
    const trips = fc.uniqueArray(modelTrip, {
      selector: (trip) => trip.id,
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(
        trips,
        fc.array(listQuery, { minLength: 20, maxLength: 20 }),
        fc.array(searchQuery, { minLength: 20, maxLength: 20 }),
        checkAgainstModel,
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  type Query<A> = A extends fc.Arbitrary<infer T> ? T : never;

  async function checkAgainstModel(
    trips: ModelTrip[],
    lists: Query<typeof listQuery>[],
    searches: Query<typeof searchQuery>[],
  ): Promise<void> {
    const fixture = await SandboxFixture.create();
    try {
      const core = await fixture.serve(trips.map(csvRow));
      const sorted = [...trips].sort((a, b) => b.start - a.start || (a.id < b.id ? -1 : 1));
      const all = await ask<TripsData>(`${core}/trips?limit=500`);
      expect(all.trips.map((trip) => trip.id)).toEqual(sorted.map((trip) => trip.id));
      const walletOf = new Map(all.trips.map((trip) => [trip.id, trip.wallet ?? ""]));

      for (const query of lists) {
        const expected = sorted.filter(
          (trip) =>
            (query.date === undefined ||
              new Date(trip.start).toISOString().startsWith(query.date)) &&
            (query.country === undefined || trip.country === query.country),
        );
        await checkPage(`${core}/trips?${parameters(query)}`, query, expected);
      }
      for (const query of searches) {
        const wanted = query.q.toLowerCase();
        const expected = sorted.filter((trip) =>
          [trip.id, walletOf.get(trip.id) ?? "", trip.country].some((text) =>
            text.toLowerCase().includes(wanted),
          ),
        );
        await checkPage(`${core}/trips/search?type=all&${parameters(query)}`, query, expected);
      }
    } finally {
      await fixture.remove();
    }
  }

  async function checkPage(
    url: string,
    { page, limit }: { page: number; limit: number },
    expected: ModelTrip[],
  ): Promise<void> {
    const { trips, pagination } = await ask<TripsData>(url);
    expect(trips.map((trip) => [trip.id, trip.duration, trip.country])).toEqual(
      pageOf(expected, page, limit).map((trip) => [trip.id, trip.seconds, trip.country || null]),
    );
    expect(pagination).toEqual({
      currentPage: page,
      itemsPerPage: limit,
      totalItems: expected.length,
      hasPrevPage: page > 1,
      hasNextPage: page * limit < expected.length,
    });
  }

  function csvRow({ id, vehicle, start, seconds, country }: ModelTrip): string {
    const iso = (time: number) => new Date(time).toISOString();
    return `${id},${vehicle},${iso(start)},${iso(start + seconds * 1000)},,,${country}`;
  }
});

describe("the core API", () => {
  let fixture: SandboxFixture;
  let core: string;
  beforeAll(async () => {
    fixture = await SandboxFixture.create();
    core = await fixture.serve([
      "1,a,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain",
      "2,b,2024-01-02T10:00:00Z,2024-01-02T10:30:00Z,2,2,Kenya",
      "3,c,2024-01-03T10:00:00Z,2024-01-03T10:30:00Z,3,3,Kenya",
      "4,c,2024-01-04T10:00:00Z,2024-01-04T10:30:00Z,3,3,",
    ]);
  });
  afterAll(() => fixture.remove());

  it("names the countries with their numbers of trips, by name", async () => {
    expect(await ask(`${core}/filters/available`)).toEqual({
      countries: [
        { name: "Kenya", count: 2 },
        { name: "Spain", count: 1 },
      ],
    });
  });

  it("answers 12 trips of the first page when nothing else is asked for, and none beyond the end", async () => {
    const first = await ask<TripsData>(`${core}/trips`);
    expect(first.pagination).toMatchObject({ currentPage: 1, itemsPerPage: 12, totalItems: 4 });
    const beyond = await ask<TripsData>(`${core}/trips?page=1000000000&limit=500`);
    expect(beyond.trips).toEqual([]);
    expect(beyond.pagination).toMatchObject({ hasPrevPage: true, hasNextPage: false });
  });

  it("refuses what it is not to be asked for, in the envelope and in a sentence", async () => {
    for (const query of ["page=0", "page=1.5", "page=1&page=2", "limit=501", "date=2025-02-31"]) {
      const response = await fetch(`${core}/trips?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      const error = expect.stringMatching(/ should | more than once/) as string;
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

  it("answers many requests at once", async () => {
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask<TripsData>(`${core}/trips?limit=1&page=${(index % 4) + 1}`),
      ),
    );
    expect(pages.map(({ trips }) => trips[0]?.id)).toEqual(
      pages.map((_, index) => String(4 - (index % 4))),
    );
  });
});
