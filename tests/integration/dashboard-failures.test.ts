import type { HtmlElement } from "html-validate";
import { afterAll, describe, expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { eventually } from "../support/eventually";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { rawRequest } from "../support/raw-request";
import { attribute, parseHtml } from "./html-document";

const DASHBOARD = "/pulsescout/dashboard";

// A server of its own: nothing in its cache that could stand in for a failure.
const upstream = await FaultyUpstream.start();
const server = await startBuiltServer({ env: { ...upstream.settings, LOG_LEVEL: "warn" } });
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

async function open(path: string) {
  const { status, body } = await rawRequest(server.url, path);
  const root = await parseHtml(body);
  const texts = (selector: string) =>
    root.querySelectorAll(selector).map((one) => one.textContent.replace(/\s+/g, " ").trim());
  return {
    status,
    root,
    body: texts("body").join(" "),
    headings: texts("main h2, main h3"),
    texts,
  };
}

/** The address that a form leads to, as a browser sends it. */
function targetOf(button: string, root: HtmlElement): string | undefined {
  const has = (form: HtmlElement) =>
    form.querySelectorAll("button").some(({ textContent }) => textContent.includes(button));
  const form = root.querySelectorAll("main form").find(has);
  const fields = form?.querySelectorAll("input[name]") ?? [];
  const query = new URLSearchParams(
    fields.map((one) => [attribute(one, "name") ?? "", attribute(one, "value") ?? ""]),
  ).toString();
  return form && `${attribute(form, "action")}${query && `?${query}`}`;
}

it("a fleet that cannot be read says why, once; what comes back is shown by Retry", async () => {
  for (const path of FLEET_PATHS) {
    upstream.set(path, { kind: "status", status: 404, json: { message: "no such fleet" } });
  }
  const failed = await open(DASHBOARD);
  expect(failed.status).toBe(502);
  expect(failed.texts("h1")).toEqual(["Fleet Overview"]);
  expect(failed.headings.filter((heading) => heading === "Failed to load data")).toHaveLength(1);
  expect(failed.body).toMatch(/HTTP error.*404.*no such fleet/);
  expect(targetOf("Retry", failed.root)).toBe(`${DASHBOARD}?tab=fleet-overview`);

  upstream.reset();
  upstream.set("/dashboard/users/weekly", { kind: "failure", error: "weekly is closed" });
  // A failure is kept for some seconds.
  await eventually(async () => {
    const { body } = await open(DASHBOARD);
    return body.includes("48.21K") && body.includes("weekly is closed");
  });
  const partly = await open(DASHBOARD);
  expect(partly.status).toBe(200);
  expect(partly.headings).toContain("Failed to load data");
  expect(partly.headings.join()).not.toContain("Weekly Active Users");

  upstream.reset();
  await eventually(async () =>
    (await open(DASHBOARD)).headings.join().includes("Weekly Active Users"),
  );
  expect((await open(DASHBOARD)).headings).not.toContain("Failed to load data");
});

it("trips that cannot be read say why, with Retry", async () => {
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

it("an export that cannot start says so and leads back", async () => {
  upstream.set("/trips", { kind: "failure", error: "closed for today" });
  const { status, root, body } = await open(`${DASHBOARD}/trips.csv?country=Italy`);
  expect(status).toBe(502);
  expect(body).toContain("closed for today");
  const back = root
    .querySelectorAll("a")
    .find(({ textContent }) => textContent.includes("Back to the trips"));
  expect(attribute(back ?? null, "href")).toMatch(/\?tab=trip&(?:#38;)?country=Italy$/);
});

describe("the day before a chosen day", () => {
  const TRIPS = `${DASHBOARD}?tab=trip`;
  const trips = async (query: string) => (await open(TRIPS + query)).body;
  const asked = () => upstream.calls.map(({ query }) => query.toString());

  it("is asked for once, by the first page of its own list, and is a link away", async () => {
    upstream.reset();
    // A page waits 200 ms for it; on a busy machine the next page has it.
    await eventually(async () =>
      (await trips("&date=2025-08-18&country=Germany")).includes(
        "1 trip; 1 more than on 17 Aug 2025",
      ),
    );
    const lists = asked().filter((query) => query.includes("Germany"));
    expect(lists.sort()).toEqual([
      "page=1&limit=12&date=2025-08-17&country=Germany",
      "page=1&limit=12&date=2025-08-18&country=Germany",
    ]);
    const { root } = await open(`${TRIPS}&date=2025-08-18&country=Germany`);
    const links = root
      .querySelectorAll("main a")
      .map((link) => [
        attribute(link, "aria-label") ?? link.textContent,
        attribute(link, "href")?.replaceAll("&#38;", "&"),
      ]);
    expect(links).toContainEqual(["Previous day", `${TRIPS}&date=2025-08-17&country=Germany`]);
    expect(links).toContainEqual(["Next day", `${TRIPS}&date=2025-08-19&country=Germany`]);
  });

  it("is not asked for while no day is set", async () => {
    upstream.reset();
    await trips("&country=Italy");
    await trips("&q=trip-1&date=2025-08-18");
    expect(asked().filter((query) => query.includes("date"))).toEqual([]);
  });

  it.each([
    ["it fails", { kind: "status", status: 500 }, "2025-08-11", "trip-9"],
    ["it is late", { kind: "stall" }, "2025-08-06", "trip-14"],
  ] as const)("is left out where %s, and the page is there", async (_, behaviour, day, trip) => {
    upstream.set("/trips", ({ query }) =>
      query.get("date") === day ? { kind: "healthy" } : behaviour,
    );
    const page = await trips(`&date=${day}`);
    expect(page).toContain("1 trip");
    expect(page).toContain(trip);
    expect(page).not.toMatch(/(more|fewer) than on/);
  });
});
