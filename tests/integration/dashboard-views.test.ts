import type { HtmlElement } from "html-validate";
import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { attribute, parseHtml } from "./html-document";
import { SHARED, sharedServer } from "./shared-server";

const DASHBOARD = "/pulsescout/dashboard";
const TRIPS = `${DASHBOARD}?tab=trip`;

const server = await sharedServer();

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
  it("shows the four totals, exact for assistive technology, and growth beside the charts", async () => {
    const root = await open(DASHBOARD);
    expect(text(root.querySelector("title"))).toBe(`Fleet Overview | ${SHARED.SITE_NAME}`);
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
    const users = panel(root, "Total Users");
    expect(all(users, "header .sr-only")).toEqual(["1,234"]);
    expect(text(users)).toContain("+12.18%");
    expect(text(panel(root, "Weekly Active Users").querySelector("header"))).toContain("123");
  });

  it("holds the figures of its charts, and asks for nothing to draw them with", async () => {
    const { body } = await rawRequest(server.url, `${DASHBOARD}?tab=fleet-overview`);
    const panels = (await parseHtml(body)).querySelectorAll("main section");
    expect(panels.filter((one) => one.querySelector("tbody td"))).toHaveLength(4);
    // Where React puts what a script is to bring to its place.
    expect(body).not.toMatch(/<div hidden[^>]* id="S:/);
    expect(body).not.toMatch(/\/assets\/chart-/);
  });

  it("says when the newest trip was, once the first page of trips is known", async () => {
    const newest = "Newest trip 19 Aug 2025, 12:00, more than a day before these figures";
    expect(text(await open(TRIPS))).toContain(newest);
    const [totals] = having(await open(DASHBOARD), "section", "aria-label", "Totals");
    expect(text(totals)).toContain(newest);
  });
});

describe("the table of trips", () => {
  it("has the seven columns and a page of trips, their times in UTC", async () => {
    const root = await open(TRIPS);
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
    const time = first?.querySelector("time") ?? null;
    expect(attribute(time, "datetime")).toBe("2025-08-19T12:00:00Z");
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

  it("asks crawlers to follow no page of trips, no search and no export", async () => {
    const here = `${TRIPS}&page=2`;
    const links = (await open(here))
      .querySelectorAll("a")
      .filter((link) => attribute(link, "href") !== here);
    const isEndless = (link: HtmlElement) =>
      /[?&](page|q)=|\.csv/.test(attribute(link, "href") ?? "");
    const endless = links.filter(isEndless);
    const names = endless.map((link) => attribute(link, "aria-label") ?? link.textContent);
    expect(names).toEqual(expect.arrayContaining(["Next", "Last", "Export CSV"]));
    expect(names.join()).toContain("All trips of wallet");
    const followed = endless.filter((link) => !attribute(link, "rel")?.includes("nofollow"));
    expect(followed.map((link) => attribute(link, "href"))).toEqual([]);
  });
});

it("the export is marked as UTF-8 and named after filter and day, in the filter's own letters", async () => {
  const country = encodeURIComponent("Côte d'Ivoire");
  const path = `${DASHBOARD}/trips.csv?date=2025-08-18&country=${country}`;
  const answer = await fetch(server.url + path);
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="trips_2025-08-18_cote-d-ivoire.csv"; filename*=UTF-8''trips_2025-08-18_c%C3%B4te-d-ivoire.csv`,
  );
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 5)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x69, 0x64]));
  expect(bytes.subarray(-2)).toEqual(Buffer.from("\r\n"));
});

it("nonsense in the URL shows the nearest view", async () => {
  expect(range(await open(`${TRIPS}&page=1e9`))).toContain("25-30 of 30");
  expect(range(await open(`${TRIPS}&q=${"x".repeat(2_000)}`))).toContain("0 of 0");
  expect(all(await open(`${DASHBOARD}?tab=__proto__`), "h1")).toEqual(["Fleet Overview"]);
  const root = await open(`${TRIPS}&date=2025-02-31`);
  expect(range(root)).toContain("1-12 of 30");
  expect(root.querySelectorAll("main *").map(text)).toContain("Select Date");
});
