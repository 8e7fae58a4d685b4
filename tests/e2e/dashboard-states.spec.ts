import { startBuiltServer } from "../integration/built-server";
import { FaultyUpstream } from "../integration/faulty-upstream";
import { test as base } from "./site";
import { DASHBOARD, expect, settingsFor, TRIPS } from "./dashboard-site";

/** A cold server for every test: nothing in its cache that could stand in for a failure. */
const test = base.extend<{ upstream: FaultyUpstream; baseURL: string }>({
  upstream: async ({}, use) => {
    const upstream = await FaultyUpstream.start();
    await use(upstream);
    await upstream.stop();
  },
  baseURL: async ({ upstream }, use) => {
    const site = await startBuiltServer({ env: settingsFor(upstream) });
    upstream.reset(); // forgets the calls of the server's self-test
    await use(site.url);
    await site.kill();
  },
});

const FLEET_PATHS = [
  "/dashboard/metrics",
  "/dashboard/users/total",
  "/dashboard/users/monthly",
  "/dashboard/users/weekly",
  "/dashboard/users/daily",
];

const unavailable = { kind: "status", status: 404, json: { message: "no such fleet" } } as const;

test("a fleet that cannot be read says why, once, and Retry reads it", async ({
  page,
  upstream,
}) => {
  for (const path of FLEET_PATHS) upstream.set(path, unavailable);
  const answer = await page.goto(DASHBOARD);
  expect(answer?.status()).toBe(502);
  await expect(page.getByRole("heading", { name: "Failed to load data" })).toBeVisible();
  await expect(page.getByText(/HTTP error.*404.*no such fleet/)).toBeVisible();
  upstream.reset();
  await expect(async () => {
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("48.21K")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
});

test("a tab that cannot be read says so when it is opened from another one", async ({
  page,
  upstream,
}) => {
  await page.goto(TRIPS);
  for (const path of FLEET_PATHS) upstream.set(path, unavailable);
  await page.getByRole("link", { name: "Fleet Overview" }).click();
  await expect(page.getByRole("heading", { name: "Failed to load data" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fleet Overview");
});

test("one failed call is said, and the rest is shown", async ({ page, upstream }) => {
  upstream.set("/dashboard/users/weekly", { kind: "failure", error: "weekly is closed" });
  const answer = await page.goto(DASHBOARD);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Failed to load data" })).toBeVisible();
  await expect(page.getByText("weekly is closed")).toBeVisible();
  await expect(page.getByText("48.21K")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Weekly Active Users" })).toHaveCount(0);
});

test("trips that cannot be read say why, with Retry", async ({ page, upstream }) => {
  upstream.set("/trips", { kind: "failure" });
  const answer = await page.goto(TRIPS);
  expect(answer?.status()).toBe(502);
  await expect(page.getByRole("heading", { name: "Failed to load trips" })).toBeVisible();
  await expect(page.getByText("API request failed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("without the list of countries the trips are there all the same", async ({
  page,
  upstream,
}) => {
  upstream.set("/filters/available", { kind: "reset" });
  const answer = await page.goto(`${TRIPS}&country=Italy`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(10);
  await expect(page.getByRole("combobox", { name: "Country" }).getByRole("option")).toHaveText([
    "All Countries",
    "Italy",
  ]);
});

test("charts without data say so or stand on their placeholders", async ({ page, upstream }) => {
  const empty = { kind: "json", json: { success: true, data: [] } } as const;
  for (const path of FLEET_PATHS.slice(1)) upstream.set(path, empty);
  await page.goto(DASHBOARD);
  const users = page.getByRole("region", { name: "Total Users" });
  await expect(users.getByText("No data available")).toBeVisible();
  const labels = { "Weekly Active Users": "Mon", "Daily Active Users": "14" };
  for (const [name, label] of Object.entries(labels)) {
    const chart = page.getByRole("region", { name }).getByRole("img");
    await expect(chart.getByText(label, { exact: true }).locator("visible=true")).toHaveCount(1);
  }
});

test("an export that cannot start says so and leads back", async ({ page, upstream }) => {
  upstream.set("/trips", { kind: "failure", error: "closed for today" });
  const answer = await page.goto(`${DASHBOARD}/trips.csv?country=Italy`);
  expect(answer?.status()).toBe(502);
  await expect(page.getByText("closed for today")).toBeVisible();
  await page.getByRole("link", { name: "Back to the trips" }).click();
  await expect(page).toHaveURL(/tab=trip&country=Italy$/);
});

test("while trips are on their way the table says so", async ({
  page,
  upstream,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without scripts the browser waits for the page");
  await page.goto(TRIPS);
  upstream.set("/trips", { kind: "healthy", delayMs: 1500 });
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Loading trips...")).toBeVisible();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await expect(page.getByText("Loading trips...")).toBeHidden();
  await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
});

test("while charts are on their way they say so", async ({ page, upstream, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without scripts the browser waits for the page");
  await page.goto(TRIPS);
  upstream.set("/dashboard/users/total", { kind: "healthy", delayMs: 1500 });
  await page.getByRole("link", { name: "Fleet Overview" }).click();
  await expect(page.getByText("Loading chart data...")).toHaveCount(4);
  await expect(page.getByText("48.21K")).toBeVisible();
});

test("a view seen before is painted at once from the browser", async ({
  page,
  upstream,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "the browser's cache needs a script");
  await page.goto(TRIPS);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key.startsWith("pulsescout_cache_")).length).toBe(2);
  await page.route("**/*.data?*", () => undefined); // the server never answers
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("1-12 of 30")).toBeVisible();
  expect(upstream.count("/trips")).toBe(2);
});
