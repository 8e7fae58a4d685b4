import type { Page } from "@playwright/test";
import { DASHBOARD, dataRequests, expect, settled, test, TRIPS } from "./dashboard-site";
import { holdRequests } from "./site";

/** Header by which the page recognises a response of the product's server. */
const OWN = { "X-Request-Id": "0123456789abcdef" };

declare global {
  interface Window {
    /** The page's fake event streams, which the test controls. */
    fakeEvents: { streams: Set<EventTarget>; urls: string[] };
  }
}

async function holdEvents(page: Page) {
  await page.clock.install();
  await page.addInitScript(() => {
    const fakeEvents: Window["fakeEvents"] = { streams: new Set(), urls: [] };
    window.fakeEvents = fakeEvents;
    window.EventSource = class extends EventTarget {
      constructor(url: string) {
        super();
        fakeEvents.streams.add(this);
        fakeEvents.urls.push(url);
      }
      close() {
        fakeEvents.streams.delete(this);
      }
    } as never; // only what the page uses of it
  });
}

const send = (page: Page, event: "refresh" | "failure", resource: string) =>
  page.evaluate(
    ([type, data]) =>
      window.fakeEvents.streams.forEach((stream) =>
        stream.dispatchEvent(new MessageEvent(type, { data })),
      ),
    [event, resource] as const,
  );
const refresh = (page: Page, resource: string) => send(page, "refresh", resource);
const openStreams = (page: Page) => page.evaluate(() => window.fakeEvents.streams.size);

/** Advances the clock until the page opens its stream, but not until it polls without one. */
async function connected(page: Page): Promise<void> {
  await settled(page, true);
  await page.clock.runFor(2000);
  await expect.poll(() => openStreams(page)).toBe(1);
}

test("a live update keeps focus, scroll offset, page, filter and typed text", async ({ page }) => {
  await holdEvents(page);
  const requests = dataRequests(page);
  await page.goto(`${TRIPS}&page=1&country=India`);
  await connected(page);
  const search = page.getByRole("searchbox", { name: "Search trips" });
  await search.fill("half a wo");
  const url = page.url();
  const releaseData = await holdRequests(page, "**/*.data?*");
  await Promise.all([page.waitForRequest("**/*.data?*"), refresh(page, "trips")]);
  await page.evaluate(() => scrollTo(0, 60));
  const response = page.waitForResponse("**/*.data?*");
  releaseData();
  await response;
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("half a wo");
  expect(await page.evaluate(() => scrollY)).toBe(60);
  expect(page.url()).toBe(url);
  expect(requests).toHaveLength(1);

  await test.step("and a navigation to another page that is in progress", async () => {
    await page.goto(TRIPS);
    await connected(page);
    const releasePage = await holdRequests(page, /page=2/);
    await page.evaluate(() => scrollTo(0, 80));
    await page.getByRole("link", { name: "Next" }).press("Enter");
    await Promise.all([page.waitForResponse(/trip&_routes/), refresh(page, "trips")]);
    releasePage();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });
});

test("rows do not change while being read; a notice announces new trips", async ({ page }) => {
  await holdEvents(page);
  await page.goto(`${TRIPS}&page=2`);
  await connected(page);
  let state = "fresh";
  // The upstream has two more trips, which shift every row.
  await page.route("**/*.data?*", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: body
        .replaceAll("trip-13", "trip-11")
        .replace('"totalItems",30', '"totalItems",32')
        .replace('"fresh"', `"${state}"`),
    });
  });
  const rows = page.getByRole("table").locator("tbody tr");
  const first = rows.first().locator("td").first();
  const notice = page.getByRole("status").filter({ hasText: "2 new trips" });
  const box = await first.boundingBox();
  await refresh(page, "trips");
  await expect(notice).toBeVisible();
  await expect(first).toHaveText("trip-13");
  expect(await first.boundingBox()).toEqual(box);
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  state = "stale";
  await send(page, "failure", "trips");
  await expect(page.getByText(/^The last refresh failed\. As of /)).toBeVisible();
  await expect(first).toHaveText("trip-13");
  await notice.getByRole("button", { name: "show" }).click();
  await expect(first).toHaveText("trip-11");
  await expect(page.getByText("13-24 of 32")).toBeVisible();
  await expect(notice).toBeHidden();

  await test.step("page 1 updates at once, until somebody touches it", async () => {
    await page.unrouteAll();
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    await connected(page);
    await page.route("**/*.data?*", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replaceAll('trip-1"', 'trip-0"') });
    });
    await page.getByRole("heading", { level: 1 }).click();
    await refresh(page, "trips");
    await expect(first).toHaveText("trip-0");
    await first.hover();
    await page.unrouteAll();
    await page.clock.runFor(6000);
    await refresh(page, "trips");
    await expect(page.getByRole("status").filter({ hasText: "Newer rows" })).toBeVisible();
    await expect(first).toHaveText("trip-0");
  });
});

test("several events cause one request; a new stream gets missed events", async ({ page }) => {
  await holdEvents(page);
  const requests = dataRequests(page);
  await page.goto(DASHBOARD);
  await connected(page);
  for (const resource of ["metrics", "totalUsers", "dailyUsers"]) await refresh(page, resource);
  await expect.poll(() => requests.length).toBe(1);
  await page.clock.runFor(10_000);
  expect(requests).toHaveLength(1);
  // The page also shows a failed refresh.
  await send(page, "failure", "metrics");
  await expect.poll(() => requests.length).toBe(2);

  await test.step("no stream is open while live updates are paused", async () => {
    await page.getByRole("button", { name: "Pause live updates" }).click();
    await expect.poll(() => openStreams(page)).toBe(0);
    await page.getByRole("button", { name: "Resume live updates" }).click();
    await connected(page);
    const since = await page.evaluate(() => window.fakeEvents.urls.at(-1));
    expect(since).toMatch(/since=metrics\.\w+\+totalUsers\./);
  });

  await test.step("a tab without figures sends no requests", async () => {
    await page.goto(`${DASHBOARD}?tab=settings`);
    const before = requests.length;
    await page.clock.runFor(120_000);
    expect(requests).toHaveLength(before);
  });
});

test("seven windows share a few streams, and all get updates", async ({ context }) => {
  const streams: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/events")) streams.push(request.url());
  });
  const pages: Page[] = [];
  for (let number = 1; number <= 7; number += 1) {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(TRIPS);
    await settled(page, true);
    await page.clock.runFor(2500);
    pages.push(page);
  }
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last) throw new Error("no windows");
  await expect.poll(() => streams.length).toBe(3);
  await last.getByRole("link", { name: "Next" }).click();
  await expect(last.getByText("13-24 of 30")).toBeVisible();

  await test.step("a window without a stream polls its view's ETag and loads changed data", async () => {
    const requests = dataRequests(last);
    let version = 0;
    await last.route("**/dashboard?*", (route) =>
      route.request().method() === "HEAD"
        ? route.fulfill({ headers: { ...OWN, etag: `"${(version += 1)}"` } })
        : route.continue(),
    );
    await last.clock.runFor(2500);
    await expect
      .poll(async () => {
        await last.clock.runFor(1000);
        return requests.length;
      })
      .toBeGreaterThan(0);
  });

  await test.step("a closed window frees its stream for another", async () => {
    await first.close();
    await expect.poll(() => streams.length).toBe(4);
  });
});
