import type { Page } from "@playwright/test";
import { DASHBOARD, expect, expectHeard, test, TRIPS } from "./dashboard-site";

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

test("the open tab is stored in session storage and restored, and Back returns to the other", async ({
  page,
}) => {
  const title = page.getByRole("heading", { level: 1 });
  const openTrips = async () => {
    await page.getByRole("link", { name: "Trip", exact: true }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("activeTab"))).toBe("trip");
    await expect(page).toHaveURL(/tab=trip$/);
    await expectHeard(page, "30 trips");
  };
  await page.goto(DASHBOARD);
  await openTrips();
  await page.goBack();
  await expect(title).toHaveText("Fleet Overview");
  await expect(page).toHaveURL(/dashboard$/);
  await openTrips();
  await page.goto(DASHBOARD);
  await expect(page).toHaveURL(/tab=trip$/);
  await expect(title).toHaveText("Trip Summary");
  await page.goto(`${DASHBOARD}?tab=fleet-overview`);
  await expect(title).toHaveText("Fleet Overview");
});
