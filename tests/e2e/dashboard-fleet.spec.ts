import type { Locator } from "@playwright/test";
import { caughtUp } from "./caught-up";
import { complaintsOf, DASHBOARD, expect, scriptsFetched, settled, test } from "./dashboard-site";

test("every chart is drawn, and its figures are in a table", async ({
  page,
  javaScriptEnabled,
}) => {
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

  await test.step("bars stand at their full width and height", async () => {
    const bars = panel("Weekly Active Users").locator("svg:visible rect[data-testid^='bar.item']");
    await expect.poll(() => bars.count()).toBe(7);
    for (const bar of await bars.all()) {
      const box = await bar.boundingBox();
      expect(box?.width).toBeGreaterThan(10);
      expect(box?.height).toBeGreaterThan(40);
    }
  });

  const charts = {
    "Total Users": ["Jul", "1,100", "Aug", "1,234"],
    "Monthly Active Users": ["Jul", "400", "Aug", "456"],
    "Weekly Active Users": ["Mon", "20", "Sun", "26"],
    "Daily Active Users": ["04", "5", "18", "30"],
  };
  for (const [title, figures] of Object.entries(charts)) {
    const drawing = panel(title).getByRole("img");
    await expect(drawing).toHaveAccessibleName(/, from .+ to .+/);
    const shape = await drawing.locator("path, rect").evaluateAll(
      (elements) =>
        elements.filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width > 10 && height > 10;
        }).length,
    );
    expect(shape).toBeGreaterThan(0);
    await panel(title).getByText("Show as table").click();
    for (const figure of figures) {
      const cell = panel(title).getByRole("table").getByText(figure, { exact: true });
      await expect(cell).toBeVisible();
    }
    await expect(panel(title)).toContainText(/As of \d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC/);
  }

  const monthly = panel("Monthly Active Users");
  await expect(monthly.locator("svg:visible").getByText("Aug · 456").last()).toBeVisible();
  if (!javaScriptEnabled) {
    // Letting go needs a script.
    await expect(page.getByText("This month")).toHaveCount(0);
    return;
  }
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

test(
  "charts stand as the server drew them until what draws them has been fetched",
  { tag: "@js" },
  async ({ page }) => {
    const complaints = complaintsOf(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let ask = () => {};
    const asked = new Promise<void>((resolve) => (ask = resolve));
    await page.route("**/assets/chart-*.js", async (route) => {
      ask();
      await held;
      await route.continue();
    });
    await page.goto(DASHBOARD);
    const panel = page.getByRole("region", { name: "Weekly Active Users" });
    const bars = panel.locator("svg:visible rect[data-testid^='bar.item']");
    await expect(page.getByRole("button", { name: "This month" })).toBeVisible();
    await expect(bars).toHaveCount(7);
    await expect(page.locator("[data-live]")).toHaveCount(0);
    // All that the page itself needs has come by then.
    await asked;
    const own = await scriptsFetched(page);
    expect(own).toBeGreaterThan(50);
    expect(own).toBeLessThanOrEqual(125);
    const before = await panel.boundingBox();

    release();
    await expect(page.locator("[data-live]")).toHaveCount(4);
    await expect(bars).toHaveCount(7);
    expect(await panel.boundingBox()).toEqual(before);
    expect(await scriptsFetched(page)).toBeGreaterThan(own);
    expect(complaints).toEqual([]);
  },
);

test("the logo reloads and keeps the tab; the sidebar leads to the other one", async ({ page }) => {
  await page.goto(`${DASHBOARD}?tab=trip`);
  await page.getByRole("link", { name: "Pulse Trip Dashboard" }).click();
  await expect(page).toHaveURL(/tab=trip$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");
  await page.getByRole("link", { name: "Fleet Overview" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fleet Overview");
  await expect(page.getByRole("link", { name: "Fleet Overview" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText("Pages/Dashboard");
});

test("tabs without a menu entry say what they are", { tag: "@markup" }, async ({ page }) => {
  await page.goto(`${DASHBOARD}?tab=driver`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Driver Management");
  await expect(page.getByText("Driver Management coming soon...")).toBeVisible();
  await page.goto(`${DASHBOARD}?tab=settings`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await expect(page.getByRole("main").getByRole("table")).toHaveCount(0);
});

test("figures are refreshed by hand on the operators' page, which says how it went", async ({
  page,
  javaScriptEnabled,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${DASHBOARD}/status`);
  await settled(page, javaScriptEnabled);
  await page.getByRole("button", { name: "Refresh now Countries to filter by" }).click();
  await expect(page.getByRole("status").getByText(/^Countries to filter by: /)).toBeVisible();
  await expect(page).toHaveURL(/dashboard\/status$/);
  const row = page.getByRole("table", { name: "Cached answers" }).getByRole("row");
  await expect(row.filter({ hasText: "Countries to filter by" })).toContainText("Fresh");
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

test("on a phone the tabs are behind the menu button, which closes after a choice", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(DASHBOARD);
  const trip = page.getByRole("link", { name: "Trip", exact: true });
  await expect(trip).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await trip.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");
  await expect(trip).toBeHidden();
});

test("nothing complains and nothing fails", async ({ page, javaScriptEnabled }) => {
  const complaints = complaintsOf(page);
  await page.goto(DASHBOARD);
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await caughtUp(page, javaScriptEnabled);
  expect(complaints).toEqual([]);
});

test("what a pointer shows of a chart stays within a narrow window @js", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(DASHBOARD);
  const panel = page.getByRole("region", { name: "Total Users" });
  await panel.scrollIntoViewIfNeeded();
  const drawing = panel.locator("[data-live] svg");
  const box = await drawing.boundingBox();
  await drawing.hover({ position: { x: (box?.width ?? 0) - 25, y: (box?.height ?? 0) - 60 } });
  await expect(panel.locator("div.whitespace-nowrap")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
