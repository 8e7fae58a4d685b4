import { DASHBOARD, expect, settled, test, TRIPS } from "./dashboard-site";
import { expectScriptsWithin, pageProblems, withAndWithoutScripts } from "./site";
import { enlargeText, expectNoWcagViolations, NARROW, overflowingElements } from "./wcag";

/** Each view's address, and its kilobytes of scripts. */
const views = {
  fleet: [DASHBOARD, 215],
  // As a form writes it, with a parameter that is none of ours.
  trips: [`${TRIPS}&date=&country=India&utm_source=x`, 125],
  report: [`${DASHBOARD}/report?from=2025-08-18&to=2025-08-19`, 125],
} as const;

withAndWithoutScripts(() => {
  for (const [name, [path, kilobytes]] of Object.entries(views)) {
    test(`${name} meets WCAG, narrow, enlarged, at night`, async ({ page, javaScriptEnabled }) => {
      const html = page.locator("html");
      const problems = pageProblems(page);
      await page.goto(path);
      await settled(page, javaScriptEnabled);
      if (javaScriptEnabled) await expectScriptsWithin(page, kilobytes);
      expect(problems).toEqual([]);
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
});
