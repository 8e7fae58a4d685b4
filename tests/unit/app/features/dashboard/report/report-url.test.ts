import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseReport, presets, reportUrl } from "~/features/dashboard/report/report-url";

const NEWEST = "2025-08-31";
const parse = (query: string) => parseReport(new URLSearchParams(query), NEWEST);

describe("the address of a report", () => {
  it("without days means the seven days up to the newest trip", () =>
    expect(parse("").request).toMatchObject({ from: "2025-08-25", to: NEWEST }));

  it.each([
    ["from=2025-08-01", /two days/],
    ["from=2025-08-01&to=2025-02-30", /two days/],
    ["from=<script>&to=2025-08-02", /two days/],
    ["from=2025-08-02&to=2025-08-01", /comes before/],
    ["from=2025-08-01&to=2025-09-01", /at most 31 days, and these are 32/],
    ["from=1000-01-01&to=9999-12-31", /these are 3,287,182/],
  ])("has a problem text for %s", (query, words) => expect(parse(query).problem).toMatch(words));

  it.each([
    "from=2025-08-01&to=2025-08-31",
    "from=2025-12-20&to=2026-01-19",
    "from=9999-12-31&to=9999-12-31",
  ])("accepts the range %s", (query) => expect(parse(query).problem).toBeNull());

  it("reads a column's name in the letter case of its heading", () => {
    expect(parse("sort=-Distance").request.sort).toBe("-distance");
  });

  it("uses the default for invalid values of all other fields", () =>
    expect(parse("by=colour&sort=-colour&page=-3").request).toMatchObject({
      by: "day",
      sort: "day",
      page: 1,
    }));

  it("may name a wallet and a country, with white space around them", () =>
    expect(parse("q=%200xAbC%20&by=country&country=India%20").request).toMatchObject({
      q: "0xAbC",
      by: "country",
      country: "India",
    }));

  it("is parsed into the report that it was written from", () => {
    fc.assert(
      fc.property(
        fc.record({
          by: fc.constantFrom("day", "wallet", "country"),
          country: fc.option(fc.constantFrom("India", "Côte d'Ivoire"), { nil: undefined }),
          sort: fc.constantFrom("trips", "-trips", "beats", "-beats"),
          page: fc.integer({ min: 1, max: 999 }),
        }),
        (fields) => {
          const request = { from: "2025-08-01", to: "2025-08-02", q: undefined, ...fields };
          const { searchParams } = new URL(reportUrl(request), "http://localhost");
          expect(parseReport(searchParams, NEWEST)).toEqual({ request, problem: null });
        },
      ),
    );
  });
});

it("the presets end on the day of the newest trip", () =>
  expect(presets("2025-03-01")).toEqual([
    { name: "Yesterday", from: "2025-02-28", to: "2025-02-28" },
    { name: "Last 7 days", from: "2025-02-23", to: "2025-03-01" },
    { name: "Last 30 days", from: "2025-01-31", to: "2025-03-01" },
    { name: "This month", from: "2025-03-01", to: "2025-03-01" },
  ]));
