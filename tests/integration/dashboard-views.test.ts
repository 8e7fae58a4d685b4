import type { HtmlElement } from "html-validate";
import { expect, it, vi } from "vitest";
import { rawRequest } from "../support/raw-request";
import { attribute, parseHtml, textOf, textsOf } from "./html-document";
import { SHARED, sharedServer } from "./shared-server";

/** The dashboard as seen without scripts. `tests/e2e` has what scripts do with it. */

const DASHBOARD = "/pulsescout/dashboard";
const TRIPS = `${DASHBOARD}?tab=trip`;

const server = await sharedServer();

/** A page in a browser without scripts: its links can be followed and its GET forms submitted. */
class Page {
  private constructor(
    readonly url: URL,
    readonly root: HtmlElement,
  ) {}

  static async open(path: string, from = server.url): Promise<Page> {
    const answer = await fetch(new URL(path, from));
    expect(answer.status).toBe(200);
    return new Page(new URL(answer.url), await parseHtml(await answer.text()));
  }

  all = (selector: string) => this.root.querySelectorAll(selector);

  texts = (selector: string) => textsOf(this.root, selector);

  get main(): string {
    return this.texts("main").join();
  }

  follow(name: string): Promise<Page> {
    const isNamed = (node: HtmlElement) => [attribute(node, "aria-label"), textOf(node)];
    const link = this.all("a").find((node) => isNamed(node).includes(name));
    return Page.open(attribute(link ?? null, "href") ?? `no link ${name}`, this.url.href);
  }

  /** Submits the form of this field with a value in it. */
  submit(name: string, value: string): Promise<Page> {
    const form = this.all("main form").find((node) => node.querySelector(`input[name="${name}"]`));
    expect(attribute(form ?? null, "method")).toBe("get");
    const query = new URLSearchParams();
    for (const field of form?.querySelectorAll("input[name]") ?? []) {
      const key = attribute(field, "name") ?? "";
      query.append(key, key === name ? value : (attribute(field, "value") ?? ""));
    }
    for (const list of form?.querySelectorAll("select[name]") ?? []) {
      const chosen = list.querySelector("option[selected]");
      query.append(attribute(list, "name") ?? "", attribute(chosen, "value") ?? "");
    }
    return Page.open(`${attribute(form ?? null, "action")}?${query}`, this.url.href);
  }

  get disabledButtons(): string[] {
    const buttons = this.all("main button");
    return buttons.filter((node) => attribute(node, "disabled") !== undefined).map(textOf);
  }

  panel(heading: string): HtmlElement {
    const hit = this.all("main section").find(
      (node) => textOf(node.querySelector("h2")) === heading,
    );
    if (!hit) throw new Error(`no panel ${heading}`);
    return hit;
  }
}

it("the fleet overview shows the four totals, exact for assistive technology, and its charts as tables", async () => {
  const page = await Page.open(DASHBOARD);
  expect(page.texts("title")).toEqual([`Fleet Overview | ${SHARED.SITE_NAME}`]);
  expect(page.texts("h1")).toEqual(["Fleet Overview"]);
  const [totals] = page.all('section[aria-label="Totals"]');
  const figures = totals?.querySelectorAll("span").filter((node) => attribute(node, "aria-hidden"));
  expect(figures?.map(textOf)).toEqual(["48.21K", "612,480.317km", "45.267M", "10.25Kh"]);
  expect(totals?.querySelectorAll(".sr-only").map(textOf)).toEqual([
    ...["48,210", "612,480.317 kilometers", "45,267,000", "10,250.5 hours"],
  ]);
  for (const caption of ["Data Points Collected", "Kilometers Traveled", "Beats Collected"]) {
    expect(textOf(totals)).toContain(caption);
  }
  expect(textOf(page.panel("Total Users"))).toMatch(/1,234.*\+12\.18%/);
  expect(textOf(page.panel("Weekly Active Users").querySelector("header"))).toContain("123");
  const panels = page.all("main section");
  expect(panels.filter((node) => node.querySelector("tbody td"))).toHaveLength(4);

  const { body } = await rawRequest(server.url, `${DASHBOARD}?tab=fleet-overview`);
  // React streams late content in such elements, for a script to move into place.
  expect(body).not.toMatch(/<div hidden[^>]* id="S:/);
  expect(body).not.toMatch(/\/assets\/chart-/);
});

it("the fleet overview links each country to its trips, and shows the newest trip once it was read", async () => {
  // The page waits for the countries only briefly.
  const trips = await vi.waitFor(
    async () => (await Page.open(DASHBOARD)).follow("India (10)"),
    60_000,
  );
  expect(trips.url.search).toBe("?tab=trip&country=India");
  expect(trips.texts("main b")).toContain("India");
  const newest = "Newest trip 19 Aug 2025, 12:00 UTC, more than a day before these figures";
  expect((await Page.open(TRIPS)).main).toContain(newest);
  expect((await Page.open(DASHBOARD)).main).toContain(newest);
});

it("the table of trips has seven columns, one page of trips, and times in UTC", async () => {
  const page = await Page.open(TRIPS);
  const headings = ["ID", "Wallet", "DATE", "Duration", "Distance", "Beats", "Country"];
  expect(page.texts("table thead th")).toEqual(headings);
  const [first, ...others] = page.all("table tbody tr");
  expect(others).toHaveLength(11);
  expect(first?.querySelectorAll("td, th").map(textOf)).toEqual([
    ...["trip-1", "0x0000…0001", "19 Aug 2025, 12:00", "0:30:00", "12.345 km", "120.000", "India"],
  ]);
  const time = first?.querySelector("time") ?? null;
  expect(attribute(time, "datetime")).toBe("2025-08-19T12:00:00Z");
  // What needs a script is not there without one.
  expect(page.all("main table button, tbody a, tbody details")).toEqual([]);
});

it("trips are paged by links and a field, and a page number beyond the end shows the last page", async () => {
  let page = await Page.open(`${TRIPS}&q=trip-`);
  expect(page.main).toContain("Page 1 of 3");
  expect(page.disabledButtons).toEqual(["First", "Previous"]);
  page = await page.follow("Last");
  expect(page.main).toContain("25-30 of 30");
  expect(page.disabledButtons).toEqual(["Next", "Last"]);
  page = await (await page.follow("First")).submit("page", "2");
  expect(page.url.search).toBe("?tab=trip&q=trip-&page=2");
  // The Reload button requests the same view.
  const [reload] = page.all('button[aria-label="Reload"]');
  const fields = reload?.closest("form")?.querySelectorAll("input[name]") ?? [];
  expect(fields.map((node) => attribute(node, "value"))).toEqual(["trip", "2", "trip-"]);
  page = await page.submit("page", "9,999");
  expect(page.main).toContain("Page 3 of 3");
  // When all trips fit on one page, there is no paging.
  page = await Page.open(`${TRIPS}&country=India`);
  expect(page.main).toContain("Page 1 of 1");
  expect(page.all("#trip-page")).toEqual([]);
});

it("filters of a shared link are shown; a search drops them, and an empty one leads back", async () => {
  let page = await Page.open(`${TRIPS}&date=2025-08-18&country=Germany`);
  expect(page.all("table tbody tr")).toHaveLength(1);
  const [date = null] = page.all('input[type="date"]');
  expect(attribute(date, "value")).toBe("2025-08-18");
  const [chosen = null] = page.all("#trip-country option[selected]");
  expect(attribute(chosen, "value")).toBe("Germany");
  expect(page.main).toContain("Germany · 18 Aug 2025");
  expect(page.texts("title").join()).toContain("Trip Summary · Germany · 18 Aug 2025 | ");
  for (const [name, day] of [
    ["Previous day", 17],
    ["Next day", 19],
  ] as const) {
    const { search } = (await page.follow(name)).url;
    expect(search).toBe(`?tab=trip&date=2025-08-${day}&country=Germany`);
  }
  expect(page.main).toContain("A search covers all trips and clears the filters.");
  const next = await page.submit("date", "2025-08-19");
  expect(next.url.search).toBe("?tab=trip&date=2025-08-19&country=Germany");
  // Clear and Reset send a form without the fields; Clear keeps the country.
  const unset = page.all("main button[form]").map((node) => {
    const target = page.all(`form[id="${attribute(node, "form")}"] input[name="tab"]`);
    return [textOf(node), target.length, attribute(node, "name"), attribute(node, "value")];
  });
  expect(unset).toEqual([
    ["Clear", 1, "country", "Germany"],
    ["Reset", 1, undefined, undefined],
  ]);
  page = await page.submit("q", "trip-2");
  expect(page.url.search).toBe("?tab=trip&q=trip-2");
  expect(page.main).toContain("Search: trip-2");
  page = await page.submit("q", "");
  expect(page.main).toContain("1-12 of 30");
  page = await page.submit("q", "nowhere");
  expect(page.texts("main h2, main h3")).toContain("No trips found");
  expect(page.main).toContain("Try adjusting your filters or search criteria");
  expect((await page.follow("Show all trips")).main).toContain("1-12 of 30");
});
