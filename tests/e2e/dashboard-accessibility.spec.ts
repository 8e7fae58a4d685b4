import type { Page } from "@playwright/test";
import { DASHBOARD, expect, settled, test, TRIPS } from "./dashboard-site";
import { arrived } from "./home-site";
import { smallTargets, violationsOf } from "./wcag";

const views = {
  fleet: DASHBOARD,
  trips: `${TRIPS}&filters=open`,
  day: `${TRIPS}&date=2025-08-18&country=Germany`,
  empty: `${TRIPS}&q=nowhere`,
  status: `${DASHBOARD}/status`,
};

/** What reaches past the right edge of the window. */
const pastTheEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .filter((element) => {
        const { width, right } = element.getBoundingClientRect();
        return width > 0 && right > innerWidth + 1;
      })
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => getComputedStyle(element).clipPath === "none")
      // A date field is wider than its box, which cuts a browser's own button off.
      .filter((element) => !element.closest("thead, [popover], :has(> [type=date]) > *"))
      .map((element) => element.outerHTML.slice(0, 120)),
  );

for (const [name, path] of Object.entries(views)) {
  test(`${name}: nothing reaches past the edge at any width; no violation of WCAG, by day and by night`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto(path);
    await settled(page, javaScriptEnabled);
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      // Charts are drawn anew once their panel has been measured.
      await expect.poll(() => pastTheEdge(page), `at ${width} px`).toEqual([]);
    }
    const html = page.locator("html");
    await html.evaluate((element) => (element.style.fontSize = "200%"));
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => pastTheEdge(page), `with text twice as large at ${width} px`)
        .toEqual([]);
    }
    await html.evaluate((element) => (element.style.fontSize = ""));

    if (name === "trips") {
      await test.step("every target is at least 24 px", async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await smallTargets(page)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
      });
    }

    // Its rules are scripts.
    if (!javaScriptEnabled) return;
    for (const theme of ["Day", "Night"]) {
      await page.getByRole("button", { name: theme, exact: true }).click();
      await expect(html).toHaveAttribute("data-theme", theme.toLowerCase());
      await page.mouse.move(0, 0);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page, true);
        await arrived(page);
        const rules = theme === "Day" ? "AA" : "colours";
        expect([theme, width, await violationsOf(page, rules)]).toEqual([theme, width, []]);
      }
    }
  });
}
