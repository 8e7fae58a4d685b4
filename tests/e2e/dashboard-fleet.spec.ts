import type { Locator } from "@playwright/test";
import { hold } from "./site";
import { complaintsOf, DASHBOARD, expect, scriptsFetched, settled, test } from "./dashboard-site";

test("charts are drawn, and their figures are in tables", async ({ page, javaScriptEnabled }) => {
  await page.goto(DASHBOARD);
  await settled(page, javaScriptEnabled);
  const panel = (name: string) => page.getByRole("region", { name });

  await test.step("on paper without controls, and with the figures written out", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
    await expect(page.getByRole("button", { name: "This month" })).toBeHidden();
    await expect(panel("Total Users").locator("table").getByText("1,234")).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  if (!javaScriptEnabled) {
    // Scripts draw the charts; without them their tables stand open, and nothing stands in the place of the drawings.
    for (const figure of ["Jul", "1,100", "Aug", "1,234"]) {
      const cell = panel("Total Users").getByRole("table").getByText(figure, { exact: true });
      await expect(cell).toBeVisible();
    }
    await expect(page.getByRole("img", { name: /^Total users by month/ })).toBeHidden();
    // Letting go needs a script.
    await expect(page.getByText("This month")).toHaveCount(0);
    return;
  }

  await test.step("bars stand at their full width and height", async () => {
    const bars = panel("Weekly Active Users").locator("svg rect[data-testid^='bar.item']");
    await expect.poll(() => bars.count()).toBe(7);
    for (const bar of await bars.all()) {
      const box = await bar.boundingBox();
      expect(box?.width).toBeGreaterThan(10);
      expect(box?.height).toBeGreaterThan(40);
    }
  });

  const line = await panel("Total Users").getByRole("img").locator("path").first().boundingBox();
  expect(line?.width).toBeGreaterThan(10);
  await panel("Total Users").getByText("Show as table").click();
  for (const figure of ["Jul", "1,100", "Aug", "1,234"]) {
    const cell = panel("Total Users").getByRole("table").getByText(figure, { exact: true });
    await expect(cell).toBeVisible();
  }

  const monthly = panel("Monthly Active Users");
  await expect(monthly.locator("svg").getByText("Aug · 456")).toBeVisible();
  await test.step("the newest month is pinned, and 'This month' lets it go", async () => {
    const button = monthly.getByRole("button", { name: "This month" });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await expect(monthly.getByText("Aug · 456")).toHaveCount(0);
  });

  await test.step("a bar under the pointer tells its figure, and the others step back", async () => {
    const daily = panel("Daily Active Users");
    await daily.locator("[data-testid='bar.item.Count.6']").hover();
    await expect(daily.getByText("30 Active")).toBeVisible();
    const bars = daily.locator("[data-bar]");
    await expect(bars.nth(6)).toHaveCSS("opacity", "1");
    await expect(bars.nth(5)).toHaveCSS("opacity", "0.55");
  });
});

test("charts have their room until what draws them has been fetched @js", async ({ page }) => {
  const complaints = complaintsOf(page);
  const release = await hold(page, "**/assets/chart-*.js");
  const asked = page.waitForRequest("**/assets/chart-*.js");
  await page.goto(DASHBOARD);
  const panel = page.getByRole("region", { name: "Weekly Active Users" });
  const bars = panel.locator("svg rect[data-testid^='bar.item']");
  await expect(page.getByRole("button", { name: "This month" })).toBeVisible();
  await expect(panel.getByText("Loading chart data...")).toBeVisible();
  // All that the page itself needs has come by then.
  await asked;
  const own = await scriptsFetched(page);
  expect(own).toBeGreaterThan(50);
  expect(own).toBeLessThanOrEqual(125);
  const before = await panel.boundingBox();

  release();
  await expect(page.locator("main section [role=img] svg")).toHaveCount(4);
  await expect(bars).toHaveCount(7);
  expect(await panel.boundingBox()).toEqual(before);
  expect(await scriptsFetched(page)).toBeGreaterThan(own);
  expect(complaints).toEqual([]);
});

test("the sidebar leads to the other tab, the logo reloads, none complains", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(DASHBOARD);
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("link", { name: "Pulse Trip Dashboard" }).click();
  await expect(page).toHaveURL(/tab=trip$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");

  await test.step("on a phone from behind the menu button, which closes after a choice", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const fleet = page.getByRole("link", { name: "Fleet Overview" });
    await expect(fleet).toBeHidden();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await fleet.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fleet Overview");
    await expect(fleet).toBeHidden();
  });
  expect(complaints).toEqual([]);
});

test("day and night are chosen, remembered, and change nothing else", async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${DASHBOARD}?tab=trip&page=2`);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground()).not.toBe(dark);
  await page.getByRole("button", { name: "Night" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
  expect(await ground()).toBe(dark);
  await expect(page).toHaveURL(/tab=trip&page=2$/);
  await page.goto(DASHBOARD);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
  const chosen = page.getByRole("button", { name: "Night" });
  await expect(chosen).toHaveAttribute("aria-pressed", "true");

  await test.step("which one, and which tab, is seen in the visitor's own colours too", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    const groundOf = (element: Locator, before?: "::before") =>
      element.evaluate((node, part) => getComputedStyle(node, part).backgroundColor, before);
    const highlight = await groundOf(chosen);
    expect(await groundOf(page.getByRole("button", { name: "Day" }))).not.toBe(highlight);
    const current = page.getByRole("navigation", { name: "Dashboard" }).locator("[aria-current]");
    expect(await groundOf(current, "::before")).toBe(highlight);
  });
});

test("what a pointer shows of a chart stays within a narrow window @js", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(DASHBOARD);
  const panel = page.getByRole("region", { name: "Total Users" });
  await panel.scrollIntoViewIfNeeded();
  const drawing = panel.locator("[role=img] svg");
  const box = await drawing.boundingBox();
  await drawing.hover({ position: { x: (box?.width ?? 0) - 25, y: (box?.height ?? 0) - 60 } });
  await expect(panel.locator("div.whitespace-nowrap")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
