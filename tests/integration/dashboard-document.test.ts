import { beforeAll, expect, it } from "vitest";
import type { BuiltServer } from "../support/built-server";
import { attribute, parseHtml } from "./html-document";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

let server: BuiltServer;

beforeAll(async () => {
  server = await sharedServer();
});

it("holds the drawings of its charts in their panels, and asks for nothing to draw them with", async () => {
  const { body } = await rawRequest(server.url, "/pulsescout/dashboard?tab=fleet-overview");
  const root = await parseHtml(body);
  const panels = root.querySelectorAll("main section").filter((one) => one.querySelector("svg"));
  const drawings = panels.map((panel) => panel.querySelectorAll('[role="img"] > svg').length);
  expect(drawings.filter((count) => count > 0)).toEqual([2, 2, 2, 2]);
  // Where React puts what a script is to bring to its place.
  expect(body).not.toMatch(/<div hidden[^>]* id="S:/);
  expect(body).not.toMatch(/\/assets\/chart-/);
});

it("says inside its frame that it cannot answer, with its reference and a way to try again", async () => {
  const options = { method: "POST" };
  const { status, body, headers } = await rawRequest(
    server.url,
    "/pulsescout/dashboard?tab=trip",
    options,
  );
  expect(status).toBe(405);
  const root = await parseHtml(body);
  expect(root.querySelector("h1")?.textContent).toBe("Trip Summary");
  expect(root.querySelectorAll('nav[aria-label="Dashboard"] a')).toHaveLength(2);
  const failure = root.querySelector('[role="alert"]');
  expect(failure?.textContent).toContain("This page cannot do what was asked of it.");
  expect(failure?.querySelector("form button")?.textContent).toContain("Retry");
  expect(attribute(failure?.querySelector('input[name="tab"]') ?? null, "value")).toBe("trip");
  expect(root.querySelector("#reference")?.textContent).toBe(headers["x-request-id"]);
});

it("asks crawlers to follow no page of trips, no search and no export", async () => {
  const here = "/pulsescout/dashboard?tab=trip&page=2";
  const { body } = await rawRequest(server.url, here);
  const links = (await parseHtml(body))
    .querySelectorAll("a")
    .filter((link) => attribute(link, "href") !== here);
  const endless = links.filter((link) => /[?&](page|q)=|\.csv/.test(attribute(link, "href") ?? ""));
  const names = endless.map((link) => attribute(link, "aria-label") ?? link.textContent);
  expect(names).toEqual(expect.arrayContaining(["Next", "Last", "Export CSV"]));
  expect(names.join()).toContain("All trips of wallet");
  const followed = endless.filter((link) => !attribute(link, "rel")?.includes("nofollow"));
  expect(followed.map((link) => attribute(link, "href"))).toEqual([]);
});
