import { startBuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { DASHBOARD, dataRequests, expect, settled, test as base, TRIPS } from "./dashboard-site";
import { toasts } from "./network";
import { settingsFor } from "./shared-sites";

/** Playwright's `test` with an upstream of its own, for a server whose cache is empty. */
const test = base.extend<{ upstream: FaultyUpstream }>({
  upstream: async ({}, use) => {
    const upstream = await FaultyUpstream.start();
    await use(upstream);
    await upstream.stop();
  },
});

test("without the server the figures stay, and the page says since when", async ({ page }) => {
  await page.clock.install();
  await page.goto(DASHBOARD);
  await settled(page, true);
  const requests = dataRequests(page);
  await page.route("**/*", (route) => route.abort());
  await page.clock.fastForward(31_000);
  // Shown once for the whole page.
  const main = page.getByRole("main");
  const outage = main.getByText(/^No answer since \d\d:\d\d UTC\. As of .* Figures are /);
  await expect(outage).toHaveCount(1);
  await expect(page.getByText("48.21K")).toBeVisible();
  // Only the route of the figures is requested, no other part of the page.
  const routes = requests.map((url) => new URL(url).searchParams.get("_routes"));
  expect(new Set(routes)).toEqual(new Set(["routes/dashboard"]));
  await expect(toasts(page)).toBeEmpty();

  await test.step("and update when it is back", async () => {
    await page.unrouteAll();
    await page.clock.fastForward(31_000);
    await expect(main.getByText(/ Updated \d+ (s|min) ago$/)).toBeVisible();
    await expect(outage).toHaveCount(0);
  });
});

for (const address of ["", "/", "?tab=trip&page=1"]) {
  test(`a failed refresh at '${address}' is not reported as a navigation`, async ({ page }) => {
    await page.clock.install();
    await page.goto(DASHBOARD + address);
    await settled(page, true);
    await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await page.clock.fastForward(31_000);
    await expect(page.getByRole("main").getByText(/^No answer since .* As of /)).toBeVisible();
    await expect(toasts(page)).toBeEmpty();
  });
}

test("an open page notices when its server stops and returns", async ({ page, upstream }) => {
  const env = { ...settingsFor(upstream), PORT: String(await freePort()) };
  let server = await startBuiltServer({ env });
  try {
    const outage = page.getByRole("main").getByText(/^No answer since \d\d:\d\d UTC\. As of /);
    await page.clock.install();
    await page.goto(server.url + TRIPS);
    await settled(page, true);
    await server.kill();
    await page.clock.fastForward(31_000);
    await expect(outage).toBeVisible();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    server = await startBuiltServer({ env });
    await page.clock.fastForward(31_000);
    await expect(outage).toBeHidden();
    await expect(page.getByRole("main").getByText(/ Updated \d+ s ago$/)).toBeVisible();
  } finally {
    await server.kill();
  }
});

test("charts without figures and a failing tab show a message", async ({ page, upstream }) => {
  const server = await startBuiltServer({ env: settingsFor(upstream) });
  const empty = { kind: "json", json: { success: true, data: [] } } as const;
  for (const path of FLEET_PATHS.slice(1)) upstream.set(path, empty);
  await page.goto(server.url + DASHBOARD);
  const users = page.getByRole("region", { name: "Total Users" });
  await expect(users.getByText("No data available")).toBeVisible();
  const panel = page.getByRole("region", { name: "Weekly Active Users" });
  const chart = panel.getByRole("img");
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.getByText(/^Mon$/).locator("visible=true").first()).toBeVisible();
  // The chart draws zeros; no text mentions them.
  await expect(chart).toHaveAccessibleName(/, no figures$/);
  await expect(panel.getByText(/^No figures as of \d/)).toBeVisible();

  upstream.set("/trips", { kind: "failure" });
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Failed to load trips" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await server.kill();
});

test("Back without an answer keeps the order of the visited views", async ({ page }) => {
  const noAnswer = page.getByRole("heading", { name: "No answer came" });
  await page.goto(TRIPS);
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.route("**/*", (route) => route.abort());
  await page.goBack();
  await expect(noAnswer).toBeVisible();
  await expect(page).toHaveURL(/tab=trip$/);
  await page.unrouteAll();
  await page.goForward();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1-12 of 30")).toBeVisible();
});

test("a page whose script is gone reloads once, and works without it", async ({ page }) => {
  let documents = 0;
  page.on("domcontentloaded", () => (documents += 1));
  await page.route("**/assets/dashboard-theme-*", (route) => route.fulfill({ status: 404 }));
  await page.goto(TRIPS);
  await expect.poll(() => documents).toBe(2);
  await page.getByRole("link", { name: "Fleet Overview" }).click();
  await expect(page.getByText("48.21K")).toBeVisible();
  await settled(page, true);
  expect(documents).toBe(2);
});

test("where a script of the next page is gone, its document is loaded", async ({ page }) => {
  let documents = 0;
  page.on("domcontentloaded", () => (documents += 1));
  await page.route("**/assets/dashboard-report-*", (route) => route.fulfill({ status: 404 }));
  await page.goto(TRIPS);
  await expect.poll(() => documents).toBe(2);
  await settled(page, true);
  await page.getByRole("link", { name: "Sum up" }).click();
  await expect(page).toHaveURL(/\/report$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Report");
});

test("without an answer, the theme and the way to the report keep the page", async ({ page }) => {
  await page.goto(TRIPS);
  await page.waitForLoadState("networkidle");
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("button", { name: "Night", exact: true }).click();
  await expect(toasts(page)).toContainText("No answer came. The theme stays as it is.");
  await page.getByRole("link", { name: "Sum up" }).click();
  await expect(toasts(page)).toContainText("No answer came. The page stays as it is.");
  await expect(page.getByText("1-12 of 30")).toBeVisible();
  await expect(page).toHaveURL(/tab=trip$/);
});
