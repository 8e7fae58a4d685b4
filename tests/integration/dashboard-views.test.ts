import type { HtmlElement } from "html-validate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { attribute, parseHtml } from "./html-document";

const DASHBOARD = "/pulsescout/dashboard";
const TRIPS = `${DASHBOARD}?tab=trip`;

let upstream: FaultyUpstream;
let server: BuiltServer;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({ env: upstream.settings });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

async function open(path: string): Promise<HtmlElement> {
  const answer = await fetch(server.url + path);
  expect(answer.status).toBe(200);
  return parseHtml(await answer.text());
}

const text = (element: HtmlElement | null | undefined) =>
  element?.textContent.replace(/\s+/g, " ").trim();

const all = (element: HtmlElement, selector: string) =>
  element.querySelectorAll(selector).map(text);

/** Those whose attribute is just that; a selector knows no values with spaces. */
const having = (element: HtmlElement, tag: string, name: string, value: string) =>
  element.querySelectorAll(tag).filter((one) => attribute(one, name) === value);

/** The part of the page with that heading. */
function panel(root: HtmlElement, heading: string): HtmlElement {
  const found = root.querySelectorAll("main section").find((one) => all(one, "h2")[0] === heading);
  if (!found) throw new Error(`no panel ${heading}`);
  return found;
}

const range = (root: HtmlElement) => text(having(root, "nav", "aria-label", "Pages of trips")[0]);

describe("the fleet overview", () => {
  it("shows the four totals, exact for assistive technology", async () => {
    const root = await open(DASHBOARD);
    expect(text(root.querySelector("title"))).toBe("Fleet Overview | Pulse");
    expect(all(root, "h1")).toEqual(["Fleet Overview"]);
    const [totals] = having(root, "section", "aria-label", "Totals");
    const shown = totals && having(totals, "span", "aria-hidden", "true").map(text);
    expect(shown).toEqual(["48.21K", "612,480.317km", "45.267M", "10.25Kh"]);
    expect(totals && all(totals, ".sr-only")).toEqual([
      "48,210",
      "612,480.317 kilometers",
      "45,267,000",
      "10,250.5 hours",
    ]);
    for (const caption of ["Data Points Collected", "Kilometers Traveled", "Beats Collected"]) {
      expect(text(totals)).toContain(caption);
    }
  });

  it("shows growth and totals beside their charts", async () => {
    const root = await open(DASHBOARD);
    const users = panel(root, "Total Users");
    expect(having(users, "header span", "aria-hidden", "true").map(text)).toEqual(["1.23K"]);
    expect(all(users, "header .sr-only")).toEqual(["1,234"]);
    expect(text(users)).toContain("+12.18%");
    expect(text(panel(root, "Weekly Active Users").querySelector("header"))).toContain("123");
  });
});

describe("the newest trip", () => {
  it("stands beside the figures, marked when it is old, once the first page of trips is known", async () => {
    const newest = "Newest trip 19 Aug 2025, 12:00, more than a day before these figures";
    expect(text(await open(TRIPS))).toContain(newest);
    const [totals] = having(await open(DASHBOARD), "section", "aria-label", "Totals");
    expect(text(totals)).toContain(newest);
  });
});

describe("the table of trips", () => {
  it("has the seven columns and a page of trips", async () => {
    const root = await open(TRIPS);
    expect(text(root.querySelector("title"))).toBe("Trip Summary | Pulse");
    expect(all(root, "h2")).toContain("All Trips");
    const headings = ["ID", "Wallet", "DATE", "Duration", "Distance", "Beats", "Country"];
    expect(all(root, "table thead th")).toEqual(headings);
    const [first, ...others] = root.querySelectorAll("table tbody tr");
    expect(others).toHaveLength(11);
    expect(first && all(first, "td, th")).toEqual([
      `trip-1Wallet: 0x${"1".padStart(40, "0")} Start: 19 Aug 2025, 12:00:00 UTC End: 19 Aug 2025, 12:30:00 UTC Distance: 12.345 km Beats: 120`,
      "0x0000…0001",
      "19 Aug 2025, 12:00",
      "0:30:00",
      "12.345 km",
      "120.000",
      "India",
    ]);
    expect(range(root)).toContain("1-12 of 30");
  });

  it("shows the view that a link shares, with its filters in sight", async () => {
    const root = await open(`${TRIPS}&date=2025-08-18&country=Germany`);
    expect(root.querySelectorAll("table tbody tr")).toHaveLength(1);
    const [date] = having(root, "input", "type", "date");
    expect(attribute(date ?? null, "value")).toBe("2025-08-18");
    const chosen = root.querySelector("#trip-country option[selected]");
    expect(attribute(chosen, "value")).toBe("Germany");
  });
});

describe("the export", () => {
  it("is marked as UTF-8, and named after filter and day in the filter's own letters", async () => {
    const country = encodeURIComponent("Côte d'Ivoire");
    const answer = await fetch(
      `${server.url}${DASHBOARD}/trips.csv?date=2025-08-18&country=${country}`,
    );
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="trips_2025-08-18_cote-d-ivoire.csv"; filename*=UTF-8''trips_2025-08-18_c%C3%B4te-d-ivoire.csv`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x69, 0x64]));
    expect(bytes.subarray(-2)).toEqual(Buffer.from("\r\n"));
  });
});

describe("nonsense in the URL", () => {
  it.each([
    ["page=-1", "1-12 of 30"],
    ["page=abc", "1-12 of 30"],
    ["page=1e9", "25-30 of 30"],
    ["page=2&page=3", "13-24 of 30"],
    ["date=2025-02-31", "1-12 of 30"],
    ["country=&date=", "1-12 of 30"],
    [`q=${"x".repeat(2000)}`, "0 of 0"],
  ])("shows the nearest view: %s", async (query, shown) => {
    expect(range(await open(`${TRIPS}&${query}`))).toContain(shown);
  });

  it("shows the fleet overview for a tab that does not exist", async () => {
    expect(all(await open(`${DASHBOARD}?tab=__proto__`), "h1")).toEqual(["Fleet Overview"]);
  });

  it("reads 'Select Date' for a day that does not exist", async () => {
    const root = await open(`${TRIPS}&date=2025-02-31`);
    expect(root.querySelectorAll("main *").map(text)).toContain("Select Date");
  });
});
