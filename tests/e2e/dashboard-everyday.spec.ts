import type { Page } from "@playwright/test";
import { pageProblems, DASHBOARD, expect, test, TRIPS } from "./dashboard-site";
import { holdRequests, waitForHydration } from "./site";

const rows = (page: Page) => page.getByRole("table").locator("tbody tr");
const heights = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));

test("a trip expands in place; its lines and wallet are copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboardText = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto(TRIPS);
  const second = rows(page).nth(1);
  const wallet = second.getByText(`0x${"2".padStart(40, "0")}`);
  await expect(wallet).toBeHidden();
  await second.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(wallet).toBeVisible();
  const last = await second.locator("[data-lines]").boundingBox();
  const next = await rows(page).nth(2).boundingBox();
  expect(next?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
  await second.getByRole("button", { name: "Copy start" }).click();
  await expect(page.getByText("Start copied")).toBeVisible();
  expect(await clipboardText()).toBe("18 Aug 2025, 12:00:00 UTC");

  const button = page.getByRole("button", { name: "Copy wallet 0x0000…0003" });
  await test.step("the copy icon of a wallet appears on hover and focus", async () => {
    const icon = button.locator("svg");
    await expect(icon).toBeHidden();
    await button.hover();
    await expect(icon).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(icon).toBeHidden();
    await rows(page).nth(2).locator("summary").focus();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(icon).toBeVisible();
  });
  await button.click();
  await expect(page.getByRole("status").getByText("Wallet address copied")).toBeVisible();
  expect(await clipboardText()).toBe(`0x${"3".padStart(40, "0")}`);
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

test("twelve rows fit the window; comfortable ones are higher; head sticks", async ({ page }) => {
  await page.goto(TRIPS);
  expect(await heights(page)).toEqual(Array.from({ length: 12 }, () => 40));
  const bottom = await rows(page)
    .last()
    .evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(900);
  const choice = page.getByRole("button", { name: "Comfortable rows" });
  await choice.click();
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  expect(await heights(page)).toEqual(Array.from({ length: 12 }, () => 56));

  await page.setViewportSize({ width: 1440, height: 500 });
  const head = page.getByRole("columnheader", { name: "Wallet" });
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport({ ratio: 1 });
  const [headBox, rowBox] = [await head.boundingBox(), await rows(page).last().boundingBox()];
  expect(rowBox?.y).toBeGreaterThan((headBox?.y ?? 0) + (headBox?.height ?? 0));
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

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Kolkata" });

  test("times show the visitor's time zone beside UTC", async ({ page }) => {
    const complaints = pageProblems(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(TRIPS);
    const time = rows(page).first().locator("time").first();
    await expect(time).toHaveText("19 Aug 2025, 12:00 · 17:30 IST");
    await expect(time).toHaveAttribute("datetime", "2025-08-19T12:00:00Z");
    await rows(page).first().locator("summary").click();
    await expect(rows(page).first()).toContainText(
      "19 Aug 2025, 12:30:00 UTC · 19 Aug 2025, 18:00:00 IST",
    );
    expect(complaints).toEqual([]);
  });
});

test("Skip to content moves the focus each time and adds no history entry", async ({ page }) => {
  await page.goto(TRIPS);
  await waitForHydration(page);
  const entries = await page.evaluate(() => history.length);
  for (let time = 1; time <= 2; time += 1) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  }
  expect(await page.evaluate(() => history.length)).toBe(entries);
});
