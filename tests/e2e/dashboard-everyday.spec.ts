import type { Page } from "@playwright/test";
import { DASHBOARD, expect, test, TRIPS } from "./dashboard-site";

const rows = (page: Page) => page.getByRole("table").locator("tbody tr");

test("a wallet is copied, and its copy icon appears on hover", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(TRIPS);
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
});

test("twelve rows fit the window, and their head sticks", async ({ page }) => {
  await page.goto(TRIPS);
  await expect(rows(page)).toHaveCount(12);
  await expect(rows(page).last()).toBeInViewport({ ratio: 1 });

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

test("the open tab is stored in session storage and restored", async ({ page }) => {
  await page.goto(DASHBOARD);
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("activeTab"))).toBe("trip");
  await page.goto(DASHBOARD);
  await expect(page).toHaveURL(/tab=trip$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");
  await page.goto(`${DASHBOARD}?tab=fleet-overview`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fleet Overview");

  await test.step("and the back button returns to the previous tab", async () => {
    await page.goto(DASHBOARD);
    await page.getByRole("link", { name: "Trip", exact: true }).click();
    await expect(page).toHaveURL(/tab=trip$/);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fleet Overview");
    await expect(page).toHaveURL(/dashboard$/);
  });
});
