import { DASHBOARD, expect, settled, test, TRIPS } from "./dashboard-site";
import { enlargeText, expectNoWcagViolations, NARROW, overflowingElements } from "./wcag";

const views = {
  fleet: DASHBOARD,
  trips: `${TRIPS}&country=India`,
  report: `${DASHBOARD}/report?from=2025-08-18&to=2025-08-19`,
};

for (const [name, path] of Object.entries(views)) {
  test(`${name} meets WCAG, narrow, enlarged, at night`, async ({ page, javaScriptEnabled }) => {
    const html = page.locator("html");
    await page.goto(path);
    await settled(page, javaScriptEnabled);
    for (const [size, width] of NARROW) {
      await page.setViewportSize({ width, height: 900 });
      await enlargeText(page, size);
      // Charts are redrawn after their panel has been measured.
      await expect.poll(() => overflowingElements(page), `${size} at ${width} px`).toEqual([]);
    }
    await enlargeText(page, "100%");

    // axe runs as a script in the page.
    if (!javaScriptEnabled) return;
    for (const [theme, width] of [
      ["Day", 390],
      ["Night", 1440],
    ] as const) {
      // On phones the theme buttons are in the menu.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole("button", { name: theme, exact: true }).click();
      await expect(html).toHaveAttribute("data-theme", theme.toLowerCase());
      await page.mouse.move(0, 0);
      await page.setViewportSize({ width, height: 900 });
      await settled(page, true);
      await expectNoWcagViolations(page, theme, [width]);
    }
  });
}
