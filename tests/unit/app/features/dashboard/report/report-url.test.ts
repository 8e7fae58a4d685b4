import fc from "fast-check";
import { expect, it } from "vitest";
import { parseReport, reportUrl } from "~/features/dashboard/report/report-url";

const parse = (query: string) => parseReport(new URLSearchParams(query));

it.each([
  ["sort=-Distance", { sort: "-distance" }],
  ["by=colour&sort=-colour&page=-3", { by: "day", sort: "day", page: 1 }],
  ["q=%200xAbC%20&by=country&country=India%20", { q: "0xAbC", by: "country", country: "India" }],
])("the address '%s' of a report means %j", (query, request) =>
  expect(parse(query)).toMatchObject(request),
);

it("the address of a report is parsed into the report that it was written from", () => {
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
        expect(parseReport(searchParams)).toEqual(request);
      },
    ),
  );
});
