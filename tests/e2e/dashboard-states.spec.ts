import { startBuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { DASHBOARD, expect, test as siteTest } from "./dashboard-site";
import { settingsFor } from "./shared-sites";

/** A server of the test's own: nothing in its cache that could stand in for a failure. */
const test = siteTest.extend<{ upstream: FaultyUpstream; baseURL: string }>({
  upstream: async ({}, use) => {
    const upstream = await FaultyUpstream.start();
    await use(upstream);
    await upstream.stop();
  },
  baseURL: async ({ upstream }, use) => {
    const site = await startBuiltServer({ env: settingsFor(upstream) });
    await use(site.url);
    await site.kill();
  },
});

test("charts without figures say so, and a tab that fails says why", async ({ page, upstream }) => {
  const empty = { kind: "json", json: { success: true, data: [] } } as const;
  for (const path of FLEET_PATHS.slice(1)) upstream.set(path, empty);
  await page.goto(DASHBOARD);
  const users = page.getByRole("region", { name: "Total Users" });
  await expect(users.getByText("No data available")).toBeVisible();
  const panel = page.getByRole("region", { name: "Weekly Active Users" });
  const chart = panel.getByRole("img");
  await expect(chart.getByText(/^Mon$/).locator("visible=true").first()).toBeVisible();
  // The zeros are drawn and told nowhere.
  await expect(chart).toHaveAccessibleName(/, no figures$/);
  await expect(panel.getByText(/^No figures as of \d/)).toBeVisible();

  upstream.set("/trips", { kind: "failure" });
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Failed to load trips" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});
