import type { Page } from "@playwright/test";
import { DASHBOARD, expect, holdRequests, test, TRIPS } from "./dashboard-site";

const rows = (page: Page) => page.getByRole("table").locator("tbody tr");
const heights = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));

test("a wallet is copied, and its copy icon appears on hover and focus", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(TRIPS);
  const button = page.getByRole("button", { name: "Copy wallet 0x0000…0003" });
  const icon = button.locator("svg");
  await expect(icon).toBeHidden();
  await button.hover();
  await expect(icon).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(icon).toBeHidden();
  await page.getByRole("button", { name: "Copy wallet 0x0000…0002" }).focus();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await expect(icon).toBeVisible();
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

test("a theme chosen during another navigation is applied", async ({ page }) => {
  const html = page.locator("html");
  const heading = page.getByRole("heading", { level: 1 });
  const link = (name: string) =>
    page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name, exact: true });
  await page.goto(TRIPS);
  // The reload after the choice arrives later than the page of a link followed meanwhile.
  const viewOf = "**/dashboard.data?tab=trip**";
  const releaseView = await holdRequests(page, viewOf);
  const viewRequest = page.waitForRequest(viewOf);
  await page.getByRole("button", { name: "Night", exact: true }).click();
  await viewRequest;
  await link("Fleet Overview").click();
  await expect(heading).toHaveText("Fleet Overview");
  await expect(html).toHaveAttribute("data-theme", "night");
  releaseView();
  await page.unrouteAll();
  // The response to the choice itself arrives late too.
  const theme = "**/dashboard/theme.data**";
  const releaseTheme = await holdRequests(page, theme);
  const themeRequest = page.waitForRequest(theme);
  await page.getByRole("button", { name: "Day", exact: true }).click();
  await themeRequest;
  await link("Trip").click();
  await expect(heading).toHaveText("Trip Summary");
  releaseTheme();
  await expect(html).toHaveAttribute("data-theme", "day");
});

test("twelve rows fit the window, and their head sticks", async ({ page }) => {
  await page.goto(TRIPS);
  expect(await heights(page)).toEqual(Array.from({ length: 12 }, () => 40));
  const bottom = await rows(page)
    .last()
    .evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(900);

  await page.setViewportSize({ width: 1440, height: 500 });
  const head = page.getByRole("columnheader", { name: "Wallet" });
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport({ ratio: 1 });
  const [headBox, rowBox] = [await head.boundingBox(), await rows(page).last().boundingBox()];
  expect(rowBox?.y).toBeGreaterThan((headBox?.y ?? 0) + (headBox?.height ?? 0));
});

test("Skip to content adds no history entry", async ({ page }) => {
  await page.goto(TRIPS);
  const entries = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(entries);
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
