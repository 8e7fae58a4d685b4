import type { HtmlElement } from "html-validate";
import { expect, it, vi } from "vitest";
import { PAGE, SEND } from "../support/deletion-site";
import { FormClient, type Visit } from "../support/form-client";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { rawRequest } from "../support/raw-request";
import { SUBMIT, useServer } from "../support/use-server";
import { attribute, parseHtml, textOf, textsOf } from "./html-document";

const DASHBOARD = "/pulsescout/dashboard";

// A server of its own, whose cache has no older figures to show instead of a failure.
const { upstream, server } = await useServer({ LOG_LEVEL: "warn", TRUST_PROXY: "1" });

/** A failure is cached for some seconds, in which each look costs a page. */
const SELDOM = { timeout: 60_000, interval: 500 };

/** @param client network of the visitor */
async function open(path: string, client = "198.51.100.7") {
  const headers = { "X-Forwarded-For": client };
  const { status, headers: answered, body } = await rawRequest(server.url, path, { headers });
  const root = await parseHtml(body);
  const headings = textsOf(root, "main h2, main h3");
  return { status, answered, root, text: textOf(root.querySelector("body")), headings };
}

/** The URL that a browser requests when the form with the Retry button is submitted. */
function retryTarget(root: HtmlElement): string {
  const [form] = root
    .querySelectorAll("main form")
    .filter((form) => textsOf(form, "button").includes("Retry"));
  const fields = form?.querySelectorAll("input[name]") ?? [];
  const query = new URLSearchParams(
    fields.map((node) => [attribute(node, "name") ?? "", attribute(node, "value") ?? ""]),
  );
  return `${attribute(form ?? null, "action")}?${query.toString()}`;
}

/** An answer without any figure. */
const EMPTY = { kind: "json", json: { success: true, data: [] } } as const;

it("a failed fleet overview gives the reason once; its blocks appear as their upstream calls recover, and say what is missing", async () => {
  for (const path of FLEET_PATHS) {
    upstream.set(path, { kind: "status", status: 404, json: { message: "no such fleet" } });
  }
  upstream.set("/filters/available", { kind: "failure" });
  const failed = await open(DASHBOARD);
  expect(failed.status).toBe(502);
  expect(failed.headings.filter((heading) => heading === "Failed to load data")).toHaveLength(1);
  expect(failed.text).toMatch(/HTTP error.*404.*no such fleet/);
  expect(retryTarget(failed.root)).toBe(`${DASHBOARD}?`);

  upstream.reset();
  for (const path of FLEET_PATHS.slice(1)) upstream.set(path, EMPTY);
  upstream.set("/dashboard/users/weekly", { kind: "failure", error: "weekly is closed" });
  upstream.set("/filters/available", { kind: "failure" });
  const partialPage = await vi.waitFor(async () => {
    const page = await open(DASHBOARD);
    expect(page.text).toMatch(/weekly is closed.*48\.21K/);
    return page;
  }, SELDOM);
  expect(partialPage.status).toBe(200);
  expect(partialPage.headings).toContain("Failed to load data");
  expect(partialPage.headings.join()).not.toContain("Weekly Active Users");

  upstream.set("/dashboard/users/weekly", EMPTY);
  const page = await vi.waitFor(async () => {
    const recovered = await open(DASHBOARD);
    expect(recovered.headings.join()).toContain("Weekly Active Users");
    return recovered;
  }, SELDOM);
  // Missing countries are not reported as a failure.
  expect(page.headings.join()).not.toContain("Failed to load data");
  const panel = (name: string) =>
    page.root
      .querySelectorAll("main section")
      .find((node) => textOf(node.querySelector("h2")) === name);
  expect(textOf(panel("Total Users"))).toContain("No data available");
  // The chart draws zeros; no text mentions them.
  const weekly = panel("Weekly Active Users") ?? null;
  expect(textOf(weekly)).toMatch(/No figures as of \d/);
  const drawing = weekly?.querySelector('[role="img"]') ?? null;
  expect(attribute(drawing, "aria-label")).toMatch(/, no figures$/);
});

it("a failed list of trips shows the reason and a Retry button", async () => {
  for (const path of ["/trips", "/filters/available"]) upstream.set(path, { kind: "failure" });
  const { status, headings, text, root } = await open(`${DASHBOARD}?tab=trip&date=2020-01-01`);
  expect(status).toBe(502);
  expect(headings).toContain("Failed to load trips");
  expect(text).toContain("API request failed");
  expect(text).toContain("The countries could not be loaded: API request failed");
  expect(retryTarget(root)).toBe(`${DASHBOARD}?tab=trip&date=2020-01-01`);
});

it("unknown fields of a trip are shown as a dash, and a duration in words unchanged", async () => {
  const trips = [{ id: "odd", wallet: "", duration: "43 minutes" }];
  const pagination = { currentPage: 1, itemsPerPage: 12, totalItems: 1 };
  upstream.set("/trips", { kind: "json", json: { success: true, data: { trips, pagination } } });
  const { root } = await open(`${DASHBOARD}?tab=trip&date=2020-01-02`);
  expect(textsOf(root, "tbody td").slice(1)).toEqual(["–", "–", "43 minutes", "–", "–", "–"]);
});

it("an export that cannot start shows the reason and a link back to the trips", async () => {
  upstream.set("/trips", { kind: "failure", error: "closed for today" });
  const { status, root, text } = await open(`${DASHBOARD}/trips.csv?country=Italy`);
  expect(status).toBe(502);
  expect(text).toContain("closed for today");
  const [back = null] = root
    .querySelectorAll("a")
    .filter((link) => textOf(link).includes("Back to the trips"));
  expect(attribute(back, "href")).toMatch(/\?tab=trip&country=Italy$/);
});

const MESSAGE = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "m@example.com",
  message: "Hello",
};

/** A page without its scripts, whose data holds every text of the deletion. */
const shown = ({ html }: Visit) => html.replaceAll(/<script\b[^]*?<\/script>|<!-- -->/g, "");

/** An upstream's path, the page on which it is asked, what is pressed there, the status, and the words. */
const ASKS: [path: string, page: string, press: [string, object] | null, number, says: RegExp][] = [
  [
    "/trips/search",
    "/pulsescout/dashboard?tab=trip&q=busy",
    null,
    503,
    /HTTP error 429: Too Many Requests\. You can try again at (?:<time|\d)/,
  ],
  [
    SUBMIT,
    "/contactus?audience=individual",
    ["Send", MESSAGE],
    429,
    /Too many messages\. Try again at (?:<time|\d)/,
  ],
  [
    SEND,
    PAGE,
    ["Send OTP", { phone: "9812000000" }],
    429,
    /there are too many requests right now\.[^]* at (?:<time|\d)/,
  ],
];

it.each(ASKS)(
  "while %s answers 429, the page states its retry time, and no call is sent before it",
  async (path, page, press, status, says) => {
    upstream.reset();
    upstream.set(path, { kind: "status", status: 429, headers: { "retry-after": "300" } });
    const client = new FormClient(server.url);
    if (press) await client.open(page);
    for (let time = 0; time < 2; time += 1) {
      const answer = await (press ? client.press(press[0], { ...press[1] }) : client.open(page));
      expect(answer.status).toBe(status);
      expect(shown(answer)).toMatch(says);
      const seconds = Number(answer.headers.get("Retry-After"));
      expect(seconds > 240 && seconds <= 300).toBe(true);
    }
    expect(upstream.count(path)).toBe(1);
  },
);
