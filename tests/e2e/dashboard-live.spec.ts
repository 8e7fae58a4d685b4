import type { Page } from "@playwright/test";
import { DASHBOARD, dataRequests, expect, settled, test, TRIPS } from "./dashboard-site";
import { hold } from "./site";

/** By this a browser knows a response as the server's. */
const OWN = { "reporting-endpoints": 'csp="/csp-report"' };

declare global {
  interface Window {
    /** The page's streams of events, in the test's hands. */
    held: { streams: Set<EventTarget>; urls: string[] };
  }
}

async function holdEvents(page: Page) {
  await page.clock.install();
  await page.addInitScript(() => {
    const held: Window["held"] = { streams: new Set(), urls: [] };
    window.held = held;
    window.EventSource = class extends EventTarget {
      constructor(url: string) {
        super();
        held.streams.add(this);
        held.urls.push(url);
      }
      close() {
        held.streams.delete(this);
      }
    } as never; // as much of it as the page uses
  });
}

const send = (page: Page, event: "refresh" | "failure", resource: string) =>
  page.evaluate(
    ([type, data]) =>
      window.held.streams.forEach((stream) =>
        stream.dispatchEvent(new MessageEvent(type, { data })),
      ),
    [event, resource] as const,
  );
const refresh = (page: Page, resource: string) => send(page, "refresh", resource);
const openStreams = (page: Page) => page.evaluate(() => window.held.streams.size);

/** Lets the time pass after which the page opens its stream, and less than that after which it asks without one. */
async function connected(page: Page): Promise<void> {
  await settled(page, true);
  await page.clock.runFor(2000);
  await expect.poll(() => openStreams(page)).toBe(1);
}

test("fresh figures take neither focus, scroll, page, filter nor typed text", async ({ page }) => {
  await holdEvents(page);
  const requests = dataRequests(page);
  await page.goto(`${TRIPS}&page=1&country=India`);
  await connected(page);
  const search = page.getByRole("searchbox", { name: "Search trips" });
  await search.fill("half a wo");
  const url = page.url();
  const answer = await hold(page, "**/*.data?*");
  await Promise.all([page.waitForRequest("**/*.data?*"), refresh(page, "trips")]);
  await page.evaluate(() => scrollTo(0, 60));
  const answered = page.waitForResponse("**/*.data?*");
  answer();
  await answered;
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("half a wo");
  expect(await page.evaluate(() => scrollY)).toBe(60);
  expect(page.url()).toBe(url);
  expect(requests).toHaveLength(1);

  await test.step("nor from a turn to another page that is under way", async () => {
    await page.goto(TRIPS);
    await connected(page);
    const turned = await hold(page, /page=2/);
    await page.evaluate(() => scrollTo(0, 80));
    await page.getByRole("link", { name: "Next" }).press("Enter");
    await Promise.all([page.waitForResponse(/trip&_routes/), refresh(page, "trips")]);
    turned();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });
});

test("rows do not change under who reads them: new trips are told of", async ({ page }) => {
  await holdEvents(page);
  await page.goto(`${TRIPS}&page=2`);
  await connected(page);
  let state = "fresh";
  // Two trips more, which move every row.
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
  const first = rows.first().locator("summary");
  const told = page.getByRole("status").filter({ hasText: "2 new trips" });
  const place = await first.boundingBox();
  await refresh(page, "trips");
  await expect(told).toBeVisible();
  await expect(first).toHaveText("trip-13");
  expect(await first.boundingBox()).toEqual(place);
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  state = "stale";
  await send(page, "failure", "trips");
  await expect(page.getByText(/^The last refresh failed\. As of /)).toBeVisible();
  await expect(first).toHaveText("trip-13");
  await told.getByRole("button", { name: "show" }).click();
  await expect(first).toHaveText("trip-11");
  await expect(page.getByText("13-24 of 32")).toBeVisible();
  await expect(told).toBeHidden();

  await test.step("and on page 1 at once, until somebody touches it", async () => {
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

test("a bunch of events is asked for once; a stream begins with the missed", async ({ page }) => {
  await holdEvents(page);
  const requests = dataRequests(page);
  await page.goto(DASHBOARD);
  await connected(page);
  for (const resource of ["metrics", "totalUsers", "dailyUsers"]) await refresh(page, resource);
  await expect.poll(() => requests.length).toBe(1);
  await page.clock.runFor(10_000);
  expect(requests).toHaveLength(1);
  // A refresh that failed is to be seen as well.
  await send(page, "failure", "metrics");
  await expect.poll(() => requests.length).toBe(2);

  await test.step("and nothing while live updates are paused", async () => {
    await page.getByRole("button", { name: "Pause live updates" }).click();
    await expect.poll(() => openStreams(page)).toBe(0);
    await page.getByRole("button", { name: "Resume live updates" }).click();
    await connected(page);
    const since = await page.evaluate(() => window.held.urls.at(-1));
    expect(since).toMatch(/since=metrics\.\w+\+totalUsers\./);
  });

  await test.step("and nothing at all on a tab without figures", async () => {
    await page.goto(`${DASHBOARD}?tab=settings`);
    const before = requests.length;
    await page.clock.runFor(120_000);
    expect(requests).toHaveLength(before);
  });
});

test("seven windows leave each other connections and hear of the newest", async ({ context }) => {
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

  await test.step("a window without a stream asks what its view is called, and for its data when that changes", async () => {
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

  await test.step("a closed window leaves its stream to another", async () => {
    await first.close();
    await expect.poll(() => streams.length).toBe(4);
  });
});

test.describe("keys", () => {
  test("turn pages, search and help, but not with modifiers or in fields", async ({ page }) => {
    const requests = dataRequests(page);
    await page.goto(TRIPS);
    for (const modifier of ["Alt", "Control", "Meta"]) {
      await page.keyboard.press(`${modifier}+ArrowRight`);
    }
    await page.getByRole("searchbox").fill("a");
    for (const key of ["?", "r", "ArrowRight"]) await page.keyboard.press(key);
    await expect(page.getByRole("searchbox")).toHaveValue("a?r");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(requests).toEqual([]);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toBeVisible();
    await page.keyboard.press("ArrowRight");
    // As a copy that took its time: what lies behind the dialog is neither seen whole nor read out.
    const copy = page.getByRole("table").getByRole("button").first();
    await copy.evaluate((button: HTMLElement) => button.click());
    await expect(help.getByRole("status")).toContainText(/wallet/i);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(page.locator("body > [data-toasts]")).toBeAttached();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    await expect(help.locator(":focus")).toHaveCount(0);
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
  });

  test("are left to the browser where they do nothing", async ({ page }) => {
    await page.addInitScript(() => {
      const left: string[] = [];
      Object.assign(window, { left });
      window.addEventListener("keydown", (event) => event.defaultPrevented || left.push(event.key));
    });
    await page.goto(DASHBOARD);
    for (const key of ["/", "f", "p", "n", "ArrowLeft", "ArrowRight", "?"]) {
      await page.keyboard.press(key);
    }
    const left = () => (window as unknown as { left: string[] }).left.join(" ");
    expect(await page.evaluate(left)).toBe("/ f p n ArrowLeft ArrowRight");
  });

  test("are switched off in the help, until they are switched on again", async ({ page }) => {
    await page.goto(TRIPS);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const choice = help.getByRole("checkbox", { name: "Use single-key shortcuts" });
    await choice.uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).not.toBeFocused();
    await page.reload();
    await page.keyboard.press("?");
    await expect(help).toBeHidden();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await choice.check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
  });

  test("reload on r", async ({ page }) => {
    await page.goto(`${TRIPS}&page=2`);
    // The event `load` may be that of the empty document which stands until the new one arrives.
    const before = await page.evaluate(() => performance.timeOrigin);
    // As caps lock or Shift writes it.
    await page.keyboard.press("R");
    await page.waitForFunction((then) => performance.timeOrigin !== then, before);
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText("13-24 of 30")).toBeVisible();
  });
});
