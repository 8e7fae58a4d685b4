import { startBuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FLEET_PATHS } from "../support/healthy-core-answers";
import { expect, settled, test, toasts, TRIPS } from "./dashboard-site";
import { settingsFor } from "./shared-sites";

test("an open page notices when its server stops and returns; charts say what is missing", async ({
  page,
}) => {
  // The upstream is its own, for a server whose cache is empty.
  const upstream = await FaultyUpstream.start();
  const env = { ...settingsFor(upstream), PORT: String(await freePort()) };
  let server = await startBuiltServer({ env });
  try {
    const outage = page.getByRole("main").getByText(/^No answer since \d\d:\d\d UTC\. As of /);
    await page.clock.install();
    await page.goto(server.url + TRIPS);
    await settled(page, true);
    await server.kill();
    await page.clock.fastForward(31_000);
    // Said once for the whole page, and not like a navigation that fails.
    await expect(outage).toHaveCount(1);
    await expect(toasts(page)).toBeEmpty();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    server = await startBuiltServer({ env });
    await page.clock.fastForward(31_000);
    await expect(outage).toBeHidden();
    await expect(page.getByRole("main").getByText(/ Updated \d+ s ago$/)).toBeVisible();
    const empty = { kind: "json", json: { success: true, data: [] } } as const;
    for (const path of FLEET_PATHS.slice(1)) upstream.set(path, empty);
    await page.getByRole("link", { name: "Fleet Overview" }).click();
    const users = page.getByRole("region", { name: "Total Users" });
    await expect(users.getByText("No data available")).toBeVisible();
    const panel = page.getByRole("region", { name: "Weekly Active Users" });
    // The chart draws zeros; no text mentions them.
    await expect(panel.getByRole("img")).toHaveAccessibleName(/, no figures$/);
    await expect(panel.getByText(/^No figures as of \d/)).toBeVisible();
  } finally {
    await server.kill();
    await upstream.stop();
  }
});

test("Back without an answer keeps the order of the visited views", async ({ page }) => {
  await page.goto(TRIPS);
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.route("**/*", (route) => route.abort());
  await page.goBack();
  await expect(page.getByRole("heading", { name: "No answer came" })).toBeVisible();
  await expect(page).toHaveURL(/tab=trip$/);
  await page.unrouteAll();
  await page.goForward();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1-12 of 30")).toBeVisible();
});

test("a press without an answer leaves the page as it is, and says so", async ({ page }) => {
  await page.goto(`${TRIPS}&page=2`);
  await page.waitForLoadState("networkidle");
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("button", { name: "Night", exact: true }).click();
  await expect(toasts(page)).toContainText("No answer came. The theme stays as it is.");
  for (const name of ["Sum up", "Next"]) {
    await page.getByRole("link", { name, exact: true }).press("Enter");
    await expect(toasts(page)).toContainText("No answer came. The page stays as it is.");
  }
  await page.getByRole("button", { name: "Filter By" }).click();
  await page.getByLabel("Select date").fill("2025-08-19");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/^No answer since/)).toBeVisible();
  await expect(page.getByLabel("Select date")).toHaveValue("2025-08-19");
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  await page.unrouteAll();
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await expect(page.getByText("25-30 of 30")).toBeVisible();
});
