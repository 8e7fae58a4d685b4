import { DASHBOARD, expect, holdRequests, pageProblems, settled, test } from "./dashboard-site";

test("charts are drawn, and tables contain their figures", async ({ page }) => {
  const complaints = pageProblems(page);
  const panel = (name: string) => page.getByRole("region", { name });
  const weekly = panel("Weekly Active Users");
  const bars = weekly.locator("svg rect[data-testid^='bar.item']");
  const release = await holdRequests(page, "**/assets/chart-*.js");
  await page.goto(DASHBOARD);

  await test.step("space for the charts is reserved until their script has loaded", async () => {
    await expect(page.getByRole("button", { name: "This month" })).toBeVisible();
    await weekly.scrollIntoViewIfNeeded();
    await expect(weekly.getByText("Loading chart data...")).toBeVisible();
    await page.waitForFunction(() => document.fonts.status === "loaded");
    const before = await weekly.boundingBox();
    release();
    await expect(bars).toHaveCount(7);
    await expect.poll(() => weekly.boundingBox()).toEqual(before);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  });
  await settled(page);

  await test.step("print shows tables instead of controls", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
    await expect(page.getByRole("button", { name: "This month" })).toBeHidden();
    await expect(panel("Total Users").locator("table").getByText("1,234")).toBeVisible();
    const undrawn = page.locator("[role=img]:not(:has(svg))").locator("visible=true");
    await expect(undrawn).toHaveCount(0);
    await page.emulateMedia({ media: null });
  });

  await test.step("bars reach their full width and height", async () => {
    await weekly.scrollIntoViewIfNeeded();
    for (const bar of await bars.all()) {
      const smallest = () =>
        bar.boundingBox().then((box) => Math.min(box?.width ?? 0, (box?.height ?? 0) / 4));
      await expect.poll(smallest).toBeGreaterThan(10);
    }
  });

  const line = panel("Total Users").getByRole("img").locator("path").first();
  await expect.poll(async () => (await line.boundingBox())?.width).toBeGreaterThan(10);
  await panel("Total Users").getByText("Show as table").click();
  for (const figure of ["Jul", "1,100", "Aug", "1,234"]) {
    const cell = panel("Total Users").getByRole("table").getByText(figure, { exact: true });
    await expect(cell).toBeVisible();
  }

  const monthly = panel("Monthly Active Users");
  await expect(monthly.locator("svg").getByText("Aug · 456")).toBeVisible();
  await test.step("the newest month is pinned, and 'This month' unpins it", async () => {
    const button = monthly.getByRole("button", { name: "This month" });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await expect(monthly.getByText("Aug · 456")).toHaveCount(0);
  });

  await test.step("a hovered bar shows its figure, and the others fade", async () => {
    const daily = panel("Daily Active Users");
    await daily.locator("[data-testid='bar.item.value.6']").hover();
    await expect(daily.getByText("30 Active")).toBeVisible();
    const days = daily.locator("[data-testid^='bar.item']");
    await expect(days.nth(6)).toHaveCSS("opacity", "1");
    await expect(days.nth(5)).toHaveCSS("opacity", "0.55");
  });
  expect(complaints).toEqual([]);
});
