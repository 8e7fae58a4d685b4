import type { HtmlElement } from "html-validate";
import { expect, it, vi } from "vitest";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { rawRequest } from "../support/raw-request";
import { attribute, parseHtml } from "./html-document";
import { useServer } from "../support/use-server";

const DASHBOARD = "/pulsescout/dashboard";

// A server of its own, whose cache has no older figures to show instead of a failure.
const { upstream, server } = await useServer({ LOG_LEVEL: "warn" });

async function open(path: string) {
  const { status, body } = await rawRequest(server.url, path);
  const root = await parseHtml(body);
  const texts = (selector: string) =>
    root.querySelectorAll(selector).map((node) => node.textContent.replace(/\s+/g, " ").trim());
  return {
    status,
    root,
    body: texts("body").join(" "),
    headings: texts("main h2, main h3"),
    texts,
  };
}

/** The URL that a browser requests when the form with this button is submitted. */
function targetOf(button: string, root: HtmlElement): string | undefined {
  const hasButton = (form: HtmlElement) =>
    form.querySelectorAll("button").some(({ textContent }) => textContent.includes(button));
  const form = root.querySelectorAll("main form").find(hasButton);
  const fields = form?.querySelectorAll("input[name]") ?? [];
  const query = new URLSearchParams(
    fields.map((node) => [attribute(node, "name") ?? "", attribute(node, "value") ?? ""]),
  ).toString();
  return form && `${attribute(form, "action")}${query && `?${query}`}`;
}

it("a failed fleet overview gives the reason once; figures appear as their upstream calls recover", async () => {
  for (const path of FLEET_PATHS) {
    upstream.set(path, { kind: "status", status: 404, json: { message: "no such fleet" } });
  }
  upstream.set("/filters/available", { kind: "failure" });
  const failed = await open(DASHBOARD);
  expect(failed.status).toBe(502);
  expect(failed.texts("h1")).toEqual(["Fleet Overview"]);
  expect(failed.headings.filter((heading) => heading === "Failed to load data")).toHaveLength(1);
  expect(failed.body).toMatch(/HTTP error.*404.*no such fleet/);
  expect(targetOf("Retry", failed.root)).toBe(DASHBOARD);

  upstream.reset();
  upstream.set("/dashboard/users/weekly", { kind: "failure", error: "weekly is closed" });
  upstream.set("/filters/available", { kind: "failure" });
  // A failure is cached for some seconds.
  const partialPage = await vi.waitFor(async () => {
    const page = await open(DASHBOARD);
    expect(page.body).toMatch(/weekly is closed.*48\.21K/);
    return page;
  }, 60_000);
  expect(partialPage.status).toBe(200);
  expect(partialPage.headings).toContain("Failed to load data");
  expect(partialPage.headings.join()).not.toContain("Weekly Active Users");

  upstream.reset();
  upstream.set("/filters/available", { kind: "failure" });
  const headings = async () => (await open(DASHBOARD)).headings.join();
  await expect.poll(headings).toContain("Weekly Active Users");
  // Missing countries are not reported as a failure.
  expect(await headings()).not.toMatch(/Failed to load data|Trips by country/);
});

it("a failed list of trips shows the reason and a Retry button", async () => {
  upstream.set("/trips", { kind: "failure" });
  const { status, headings, body, root } = await open(`${DASHBOARD}?tab=trip&date=2020-01-01`);
  expect(status).toBe(502);
  expect(headings).toContain("Failed to load trips");
  expect(body).toContain("API request failed");
  const target = new URL(targetOf("Retry", root) ?? "", server.url);
  expect([target.pathname, ...target.searchParams]).toEqual([
    DASHBOARD,
    ["tab", "trip"],
    ["date", "2020-01-01"],
  ]);
});

it("unknown fields of a trip are shown as a dash, and a duration in words unchanged", async () => {
  const trips = [{ id: "odd", wallet: "", duration: "43 minutes" }];
  const pagination = { currentPage: 1, itemsPerPage: 12, totalItems: 1 };
  upstream.set("/trips", { kind: "json", json: { success: true, data: { trips, pagination } } });
  const { texts } = await open(`${DASHBOARD}?tab=trip&date=2020-01-02`);
  const cells = texts("table tbody td");
  expect(cells.slice(1)).toEqual(["–", "–", "43 minutes", "–", "–", "–"]);
});

it("an export that cannot start shows the reason and a link back to the trips", async () => {
  upstream.set("/trips", { kind: "failure", error: "closed for today" });
  const { status, root, body } = await open(`${DASHBOARD}/trips.csv?country=Italy`);
  expect(status).toBe(502);
  expect(body).toContain("closed for today");
  const back = root
    .querySelectorAll("a")
    .find(({ textContent }) => textContent.includes("Back to the trips"));
  expect(attribute(back ?? null, "href")).toMatch(/\?tab=trip&(?:#38;)?country=Italy$/);
});

it("the trips of a day have links to both neighbouring days, which are not read before", async () => {
  upstream.reset();
  const day = (date: string) => `date=2025-08-${date}&country=Germany`;
  const path = (date: string) => `${DASHBOARD}?tab=trip&${day(date)}`;
  const { root } = await open(path("18"));
  const lists = upstream.calls.map(({ query }) => query.toString());
  expect(lists.filter((query) => query.includes("Germany"))).toEqual([
    `page=1&limit=12&${day("18")}`,
  ]);
  const links = root
    .querySelectorAll("main a")
    .map((link) => [
      attribute(link, "aria-label") ?? link.textContent,
      attribute(link, "href")?.replaceAll("&#38;", "&"),
    ]);
  expect(links).toContainEqual(["Previous day", path("17")]);
  expect(links).toContainEqual(["Next day", path("19")]);
});
