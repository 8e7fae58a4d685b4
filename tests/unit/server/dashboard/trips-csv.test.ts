import fc from "fast-check";
import { csvLine } from "~/lib/csv-line";
import { describe, expect, it } from "vitest";
import type { Trip, TripPage } from "server/upstream/contracts/trips.server";
import { csvDisposition } from "server/dashboard/csv-headers.server";
import { tripsCsv } from "server/dashboard/trips-csv.server";
import { tripPages } from "server/dashboard/trip-pages.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { anyCharacter } from "../../../support/any-text";
import { told, unknownTrip } from "../../app/features/dashboard/trips/told-trips";

const trip = (id: number): Trip => ({
  ...unknownTrip,
  id: String(id),
  wallet: "0xabc",
  startTime: Date.UTC(2025, 7, 19, 23, 51, 7),
  duration: { seconds: 61.5 },
  distance: 8.036,
  country: "India",
});

/** A fake upstream with `total` trips. `alter` changes its responses. */
function upstream(
  total: number,
  limit: number,
  alter: (page: TripPage) => TripPage = (page) => page,
) {
  const requestedPages: number[] = [];
  const read = (page: number): Promise<TripPage> => {
    requestedPages.push(page);
    const from = (page - 1) * limit;
    const trips = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, index) =>
      trip(from + index),
    );
    return Promise.resolve(alter({ trips, pagination: told(page, total, limit) }));
  };
  return { requestedPages, read };
}

async function collect({ read }: Pick<ReturnType<typeof upstream>, "read">): Promise<string> {
  let csv = "";
  const pages = tripPages(read);
  for await (const chunk of tripsCsv(await pages.next(), pages)) csv += chunk;
  return csv;
}

describe("the CSV export", () => {
  it("starts with the column names and writes unknown values as empty cells", async () => {
    expect(await collect(upstream(1, 500))).toBe(
      "\uFEFFid,wallet,start_time,end_time,duration_seconds,distance_km,beats,country\r\n" +
        "0,0xabc,2025-08-19T23:51:07Z,,61.5,8.036,,India\r\n",
    );
  });

  it("reads all pages of the upstream, whatever page size the upstream uses", async () => {
    const api = upstream(25, 7);
    expect((await collect(api)).trimEnd().split("\r\n")).toHaveLength(26);
    expect(api.requestedPages).toEqual([1, 2, 3, 4]);
  });

  it("breaks off when fewer rows come than are stated", async () => {
    const capped = upstream(250, 500, (page) => ({ ...page, trips: page.trips.slice(0, 100) }));
    await expect(collect(capped)).rejects.toThrow("trips could be read");
  });

  it("writes each trip once while new trips arrive", async () => {
    let total = 1_200;
    const newestFirst = (page: number): Promise<TripPage> => {
      const from = (page - 1) * 500;
      const ids = Array.from(
        { length: Math.min(500, total - from) },
        (_, row) => total - from - row,
      );
      const answer = { trips: ids.map(trip), pagination: told(page, total, 500) };
      total += 3;
      return Promise.resolve(answer);
    };
    const csv = await collect({ read: newestFirst });
    const ids = csv.match(/^\d+(?=,)/gm);
    expect(ids).toHaveLength(1_200);
    expect(new Set(ids).size).toBe(1_200);
  });

  it.each([
    [
      "always announces a next page",
      (page: TripPage) => withPagination(page, { hasNextPage: true }),
    ],
    ["repeats its first page", (page: TripPage) => withPagination(page, { currentPage: 1 })],
    ["announces a next page after an empty one", (page: TripPage) => ({ ...page, trips: [] })],
  ])("is aborted when an upstream %s", async (_, alter) => {
    const api = upstream(25, 10, alter);
    await expect(collect(api)).rejects.toBeInstanceOf(UpstreamError);
    expect(api.requestedPages.length).toBeLessThanOrEqual(3);
  });
});

function withPagination(page: TripPage, change: Partial<TripPage["pagination"]>): TripPage {
  return { ...page, pagination: { ...page.pagination, ...change } };
}

it.each([
  ["=1+1", "'=1+1"],
  ["+49", "'+49"],
  ["-1", "'-1"],
  ["@sum", "'@sum"],
  ["\tx", "'\tx"],
  ["\rx", '"\'\rx"'],
  ["a\nb", '"a\nb"'],
])("the cell %j is written %j", (cell, text) => expect(csvLine([cell])).toBe(`${text}\r\n`));

it("negative numbers in cells are not escaped", () =>
  expect(csvLine([-1.5, null])).toBe("-1.5,\r\n"));

it("cells can be parsed by the rules of RFC 4180", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\r", "\n", "ü", " ") });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const expected = cells.map((text) => (text.startsWith("\r") ? `'${text}` : text));
      expect(readCsvLine(csvLine(cells))).toEqual(expected);
    }),
  );
});

function readCsvLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

it.each([
  [["trips", undefined, undefined], 'filename="trips.csv"'],
  [["trips", "2025-08-19", "India"], 'filename="trips_2025-08-19_india.csv"'],
  [["trips", "search", '../"x"\r\nSet-Cookie'], 'filename="trips_search_x-set-cookie.csv"'],
])("the file name for %j is %s", (parts, name) =>
  expect(csvDisposition(parts)).toBe(`attachment; ${name}`),
);

it("the file name is a valid header for any search text", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (q) => {
      const disposition = csvDisposition(["trips", "search", q]);
      expect(disposition).toMatch(
        /^attachment; filename="[\w.-]+"(; filename\*=UTF-8''[\w.%-]+)?$/,
      );
      expect(disposition.length).toBeLessThan(1_000);
    }),
  );
});
