import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAGE_SIZE } from "server/upstream/contracts/trips.server";
import {
  isReport,
  dashboardUrl,
  parseDashboardState,
  TABS,
  tripsCsvUrl,
  viewParams,
} from "~/features/dashboard/dashboard-url";
import { anyCharacter } from "../../../../support/any-text";

const parse = (query: string) => parseDashboardState(new URLSearchParams(query));

describe("the parameters of a view", () => {
  const view = (query: string) => viewParams(new URLSearchParams(query)).toString();

  it("are the same for every URL of the view", () => {
    for (const query of ["tab=trip&page=2", "page=2.9&x=1&tab=trip&page=7", "tab=trip&page=+2&q=+"])
      expect(view(query)).toBe("tab=trip&page=2");
    expect(view("tab=trip&date=tomorrow")).toBe(view("date=2025-02-30&tab=trip"));
    expect(view("tab=trip&date=tomorrow")).not.toBe(view("tab=trip"));
    for (const query of ["", "tab=x", "page=2", "utm_source=x"]) expect(view(query)).toBe("");
  });

  it("have the same state as the query string they were made from", () => {
    const names = fc.constantFrom("tab", "page", "date", "country", "q", "x");
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(...TABS, "2025-08-19", "3"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts)), (pairs) => {
        const original = new URLSearchParams(pairs);
        const params = viewParams(original);
        const state = parseDashboardState(original);
        expect(parseDashboardState(params)).toEqual(state);
        expect(viewParams(params).toString()).toBe(params.toString());
        const url = dashboardUrl(state);
        expect({
          ...parse(url.slice(url.indexOf("?"))),
          dateWasInvalid: state.dateWasInvalid,
        }).toEqual({
          dateWasInvalid: undefined,
          ...state,
        });
        expect(state.page).toBeGreaterThanOrEqual(1);
        expect(state.page * PAGE_SIZE).toBeLessThan(2 ** 31);
      }),
    );
  });
});

const FLEET = { tab: "fleet-overview", page: 1 };
const TRIPS = { tab: "trip", page: 1 };
const FILTERED = "tab=trip&date=2025-08-19&country=India";
const ofIndia = { ...TRIPS, country: "India" };
const ofDay = { ...ofIndia, date: "2025-08-19" };

describe("reading a URL", () => {
  it.each<[string, string, object]>([
    ["the fleet overview without a tab", "", FLEET],
    ["the fleet overview for an unknown tab", "tab=constructor", FLEET],
    ["a page of filtered trips", `${FILTERED}&page=2`, { ...ofDay, page: 2 }],
    ["only the search", `${FILTERED}&q=0xabc`, { ...TRIPS, q: "0xabc" }],
    ["the first tab of two", "tab=trip&tab=driver", TRIPS],
    ["no day for an invalid date", "tab=trip&date=2025-02-31", { ...TRIPS, dateWasInvalid: true }],
    ["no day for an empty date", "tab=trip&date=", TRIPS],
  ])("returns %s: %j", (_name, query, state) => expect(parse(query)).toEqual(state));

  it.each([
    ["-1", 1],
    ["", 1],
    ["abc", 1],
    ["2.9", 2],
    ["26,382", 26_382],
    [" 26 382 ", 26_382],
    ["1e9", 100_000_000],
    ["Infinity", 1],
  ])("reads page=%s as %d", (page, expected) => {
    expect(parse(`tab=trip&page=${page}`).page).toBe(expected);
  });

  it("truncates texts by code points and removes control characters", () => {
    expect(parse(`tab=trip&q=${"x".repeat(2000)}`).q).toHaveLength(200);
    expect(
      Array.from(parse(`tab=trip&q=${encodeURIComponent("🛣".repeat(300))}`).q ?? ""),
    ).toHaveLength(200);
    expect(parse("tab=trip&q=%00%0a a%09b %7f").q).toBe("ab");
    // No half of the last character that is read.
    const read = `${"\u00ad".repeat(999)}🛣`;
    expect(parse(`tab=trip&q=a${encodeURIComponent(read.slice(1))}`).q).toBe("a");
    expect(parse("tab=trip&q=%E2%80%8B0xab%EF%B8%8Dc%EF%BB%BF").q).toBe("0xabc");
    expect(parse("tab=trip&q=%D9%85%E2%80%8C%D9%86").q).toBe("م\u200cن");
  });

  it("trims the name of a country and removes invisible characters, up to a maximum length", () => {
    for (const [written, country] of [
      ["India ", "India"],
      ["C\u00f4te\u00a0d\u2019Ivoire", "C\u00f4te d\u2019Ivoire"],
      ["a  b", "a b"],
      ["\u0646\u200c\u06cc", "\u0646\u200c\u06cc"],
      ["y".repeat(100), "y".repeat(100)],
    ] as const) {
      const url = new URL(dashboardUrl({ tab: "trip", country: written }), "http://localhost");
      expect(parseDashboardState(url.searchParams).country).toBe(country);
    }
    expect(parse(`tab=trip&country=${"y".repeat(999)}`).country).toHaveLength(100);
    expect(parse("tab=trip&country=%20%E2%80%8B").country).toBeUndefined();
  });
});

it("a written URL omits unset fields", () => {
  expect(dashboardUrl({ tab: "trip", page: 1 })).toBe("/pulsescout/dashboard?tab=trip");
  expect(dashboardUrl({ tab: "driver", page: 4, country: "India" })).toBe(
    "/pulsescout/dashboard?tab=driver",
  );
});

it("the export's URL has the selection without the page", () => {
  expect(tripsCsvUrl({ date: "2025-08-19", country: "Côte d’Ivoire" })).toBe(
    "/pulsescout/dashboard/trips.csv?date=2025-08-19&country=C%C3%B4te+d%E2%80%99Ivoire",
  );
  expect(tripsCsvUrl({ q: "a&b", country: "India" })).toBe(
    "/pulsescout/dashboard/trips.csv?q=a%26b",
  );
});

it.each(["/report", "/Report.csv", "/%72eport/"])("%s is the report", (path) => {
  expect(isReport(`/pulsescout/dashboard${path}`)).toBe(true);
});
