import type { Locator } from "@playwright/test";
import { startBuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { DASHBOARD, TRIPS } from "./dashboard-site";
import { settingsFor } from "./shared-sites";
import { expect, test as siteTest } from "./site";

const unavailable = { kind: "status", status: 404, json: { message: "no such fleet" } } as const;

/** Before an upstream of this worker's own, which can be made to fail. */
const test = siteTest.extend({
  baseURL: async ({ upstreamSite }, use) => use(upstreamSite.url),
});

test.beforeEach(({ upstream }) => upstream.reset());
test.afterAll(({ upstream }) => upstream.reset());

/** A server of the test's own: nothing in its cache that could stand in for a failure. */
const cold = test.extend<{ coldUpstream: FaultyUpstream; baseURL: string }>({
  coldUpstream: async ({}, use) => {
    const upstream = await FaultyUpstream.start();
    await use(upstream);
    await upstream.stop();
  },
  baseURL: async ({ coldUpstream }, use) => {
    const site = await startBuiltServer({ env: settingsFor(coldUpstream) });
    await use(site.url);
    await site.kill();
  },
});

cold(
  "a fleet that cannot be read says why, once; what comes back is shown by Retry",
  { tag: "@js" },
  async ({ page, coldUpstream: upstream }) => {
    const failure = page.getByRole("heading", { name: "Failed to load data", level: 2 });
    const weekly = page.getByRole("heading", { name: "Weekly Active Users" });
    /** A failure is kept for some seconds, so that one press may not be enough. */
    const retryUntil = (shown: Locator) =>
      expect(async () => {
        if (await shown.isVisible()) return;
        await page.getByRole("button", { name: "Retry" }).click({ timeout: 5000 });
        await expect(shown).toBeVisible({ timeout: 2000 });
      }).toPass();

    await page.goto(TRIPS);
    for (const path of FLEET_PATHS) upstream.set(path, unavailable);
    await page.getByRole("link", { name: "Fleet Overview" }).click();
    await expect(failure).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fleet Overview");

    const answer = await page.goto(DASHBOARD);
    expect(answer?.status()).toBe(502);
    await expect(failure).toBeVisible();
    await expect(page.getByText(/HTTP error.*404.*no such fleet/)).toBeVisible();

    upstream.reset();
    upstream.set("/dashboard/users/weekly", { kind: "failure", error: "weekly is closed" });
    await retryUntil(page.getByText("48.21K"));
    await retryUntil(page.getByText("weekly is closed"));
    await expect(failure).toBeVisible();
    await expect(weekly).toHaveCount(0);
    expect((await page.reload())?.status()).toBe(200);

    upstream.reset();
    await retryUntil(weekly);
    await expect(failure).toBeHidden();
  },
);

test(
  "trips that cannot be read say why, with Retry",
  { tag: "@js" },
  async ({ page, upstream }) => {
    upstream.set("/trips", { kind: "failure" });
    const answer = await page.goto(`${TRIPS}&date=2020-01-01`);
    expect(answer?.status()).toBe(502);
    await expect(page.getByRole("heading", { name: "Failed to load trips" })).toBeVisible();
    await expect(page.getByText("API request failed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  },
);

cold(
  "without the list of countries the trips are there all the same; charts without data say so or stand on their placeholders",
  async ({ page, coldUpstream: upstream, javaScriptEnabled }) => {
    upstream.set("/filters/available", { kind: "reset" });
    const empty = { kind: "json", json: { success: true, data: [] } } as const;
    for (const path of FLEET_PATHS.slice(1)) upstream.set(path, empty);
    const answer = await page.goto(`${TRIPS}&country=Italy`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(10);
    await expect(page.getByRole("combobox", { name: "Country" }).getByRole("option")).toHaveText([
      "All Countries",
      "Italy",
    ]);

    // Without scripts the browser waits for the page.
    if (javaScriptEnabled) {
      await cold.step("while charts are on their way they say so", async () => {
        upstream.set("/dashboard/users/total", { ...empty, delayMs: 1500 });
        await page.getByRole("link", { name: "Fleet Overview" }).click();
        await expect(page.getByText("Loading chart data...")).toHaveCount(4);
        await expect(page.getByText("48.21K")).toBeVisible();
      });
    }

    await page.goto(DASHBOARD);
    const users = page.getByRole("region", { name: "Total Users" });
    await expect(users.getByText("No data available")).toBeVisible();
    const labels = {
      "Monthly Active Users": /^[A-Z][a-z]{2}$/,
      "Weekly Active Users": /^Mon$/,
      "Daily Active Users": /^14$/,
    };
    for (const [name, label] of Object.entries(labels)) {
      const panel = page.getByRole("region", { name });
      const chart = panel.getByRole("img");
      await expect(chart.getByText(label).locator("visible=true").first()).toBeVisible();
      // The zeros are drawn and told nowhere.
      await expect(chart).toHaveAccessibleName(/, no figures$/);
      await expect(panel.getByText(/^No figures as of \d/)).toBeVisible();
      await expect(panel.getByRole("table", { includeHidden: true })).toHaveCount(0);
    }
  },
);

test(
  "an export that cannot start says so and leads back",
  { tag: "@js" },
  async ({ page, upstream }) => {
    upstream.set("/trips", { kind: "failure", error: "closed for today" });
    const answer = await page.goto(`${DASHBOARD}/trips.csv?country=Italy`);
    expect(answer?.status()).toBe(502);
    await expect(page.getByText("closed for today")).toBeVisible();
    await page.getByRole("link", { name: "Back to the trips" }).click();
    await expect(page).toHaveURL(/tab=trip&country=Italy$/);
  },
);

test(
  "while trips are on their way the table says so",
  { tag: "@js" },
  async ({ page, upstream }) => {
    // A search that finds all trips, and that no other test has put into the cache.
    await page.goto(`${TRIPS}&q=start_time`);
    upstream.set("/trips/search", { kind: "healthy", delayMs: 1500 });
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("Loading trips...")).toBeVisible();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await expect(page.getByText("Loading trips...")).toBeHidden();
    await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
  },
);

test(
  "a view seen before is painted at once from the browser",
  { tag: "@js" },
  async ({ page, upstream }) => {
    await page.goto(`${TRIPS}&q=end_time`);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    const cachedKeys = () =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith("pulsescout_cache_")),
      );
    await expect.poll(cachedKeys).toHaveLength(2);
    const asked: (string | null)[] = [];
    await page.route("**/*.data?*", (route) => {
      asked.push(new URL(route.request().url()).searchParams.get("page")); // the server never answers
    });
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    // For a page that is left again at once the server may not be asked.
    await expect.poll(() => asked).toEqual([null]);
    // The keys turn from the page that is shown, not from the one that the server sent last.
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await expect.poll(() => asked).toEqual([null, "2"]);
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    await expect.poll(() => asked).toEqual([null, "2", null]);
    expect(upstream.count("/trips/search")).toBe(2);

    await test.step("and where the server cannot be reached, with the time since when", async () => {
      await page.unrouteAll();
      await page.route("**/*.data?*", (route) => route.abort());
      await page.getByRole("link", { name: "Next" }).click();
      await expect(page.getByText("13-24 of 30")).toBeVisible();
      await expect(page).toHaveURL(/page=2/);
      await expect(page.getByText(/^Not connected since \d\d:\d\d UTC\. As of /)).toBeVisible();
    });
  },
);
