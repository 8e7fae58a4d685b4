import type { Page } from "@playwright/test";
import { DASHBOARD, expect, settled, test, TRIPS } from "./dashboard-site";
import { pageProblems } from "./site";
import { expectFits, expectNoWcagViolations } from "./wcag";

const VIEWS = {
  // As a form writes it, with a parameter that is none of ours.
  trips: `${TRIPS}&date=&country=India&utm_source=x`,
  fleet: `${DASHBOARD}?tab=fleet-overview`,
  report: `${DASHBOARD}/report?from=2025-08-18&to=2025-08-19`,
} as const;

const colourOf = (page: Page) =>
  page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);

test("every view meets WCAG, narrow, enlarged, and in both themes, which are remembered", async ({
  page,
}) => {
  const problems = pageProblems(page);
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(VIEWS.trips);
  const dark = await colourOf(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => colourOf(page)).not.toBe(dark);
  let shown = "";
  for (const [name, path] of Object.entries(VIEWS)) {
    await test.step(name, async () => {
      if (name !== "trips") {
        await page.goto(path);
        await expect(html).toHaveAttribute("data-theme", shown);
      }
      await settled(page);
      await expectNoWcagViolations(page, `${name} ${shown}`);
      await expectFits(page, name);

      // On phones the theme buttons are in the menu.
      await page.setViewportSize({ width: 1440, height: 900 });
      shown = shown === "night" ? "day" : "night";
      const button = { name: new RegExp(`^${shown}$`, "i") };
      await page.getByRole("button", button).click();
      await expect(html).toHaveAttribute("data-theme", shown);
      await expect(page.getByRole("button", { ...button, pressed: true })).toBeVisible();
      await expect(page).toHaveURL(path);
      if (shown === "night") await expect.poll(() => colourOf(page)).toBe(dark);
      await page.mouse.move(0, 0);
      await settled(page);
      await expectNoWcagViolations(page, `${name} ${shown}`, { width: 1440 });
    });
  }
  expect(problems).toEqual([]);
});
