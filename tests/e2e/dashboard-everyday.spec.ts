import type { Page } from "@playwright/test";
import { DASHBOARD, expect, expectHeard, pageProblems, test, TRIPS } from "./dashboard-site";
import { withoutScripts } from "./site";
import { expectFits } from "./wcag";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const rows = (page: Page) => page.getByRole("table").locator("tbody tr");

test("twelve rows fit the window, their head sticks, and a wallet is copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(TRIPS);
  await expect(rows(page)).toHaveCount(12);
  await expect(rows(page).last()).toBeInViewport({ ratio: 1 });

  const button = page.getByRole("button", { name: "Copy wallet 0x0000…0003" });
  await expect(button.locator("svg")).toBeHidden();
  await button.hover();
  await expect(button.locator("svg")).toBeVisible();
  await button.click();
  await expect(page.getByRole("status").getByText("Wallet address copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `0x${"3".padStart(40, "0")}`,
  );
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await button.click();
  await expect(page.getByRole("status").getByText("Failed to copy wallet")).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 500 });
  const head = page.getByRole("columnheader", { name: "Wallet" });
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport({ ratio: 1 });
  const top = (name: string) =>
    page
      .locator(name)
      .last()
      .evaluate((it) => it.getBoundingClientRect());
  await expect
    .poll(async () => (await top("tbody tr")).top - (await top("thead th")).bottom)
    .toBeGreaterThan(0);
});

/** On a phone the menu button opens the sidebar, which closes after a choice. */
async function openFleetFromMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const fleet = page.getByRole("link", { name: "Fleet Overview" });
  await expect(fleet).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await fleet.click();
  await expect(title(page)).toHaveText("Fleet Overview");
  await expect(fleet).toBeHidden();
}

test("the open tab is stored in session storage and restored, and Back returns to the other", async ({
  page,
}) => {
  await page.goto(DASHBOARD);
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("activeTab"))).toBe("trip");
  await expect(page).toHaveURL(/tab=trip$/);
  await expectHeard(page, "30 trips");
  await page.goBack();
  await expect(title(page)).toHaveText("Fleet Overview");
  await expect(page).toHaveURL(/dashboard$/);
  await page.goForward();
  await expect(title(page)).toHaveText("Trip Summary");
  await page.goto(DASHBOARD);
  await expect(page).toHaveURL(/tab=trip$/);
  await expect(title(page)).toHaveText("Trip Summary");

  const entries = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await openFleetFromMenu(page);
  await expect(page).toHaveURL(/tab=fleet-overview$/);
});

withoutScripts(() => {
  test("figures are tables, and filters, theme and menu work", async ({ page }) => {
    const problems = pageProblems(page);
    await page.goto(DASHBOARD);
    const users = page.getByRole("region", { name: "Total Users" });
    for (const figure of ["Jul", "1,100", "Aug", "1,234"]) {
      const cell = users.getByRole("table").getByText(figure, { exact: true });
      await expect(cell).toBeVisible();
    }
    await expect(page.getByRole("img", { name: /^Total Users, from/ })).toBeHidden();
    // The button that unpins the month needs a script.
    await expect(page.getByText("This month")).toHaveCount(0);
    await expectFits(page, "fleet");

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("link", { name: "Trip", exact: true }).click();
    await page.getByRole("button", { name: "Filter By" }).click();
    await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Germany (10)" });
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await expect(page.getByText("1-10 of 10")).toBeVisible();
    await page.getByRole("button", { name: "Night", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
    await expect(page).toHaveURL(/country=Germany/);
    await expectFits(page, "trips");

    await openFleetFromMenu(page);
    expect(problems).toEqual([]);
  });
});
