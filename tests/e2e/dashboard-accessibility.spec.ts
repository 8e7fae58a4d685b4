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

for (const [name, path] of Object.entries(views)) {
  test(
    `the view ${name} has no violation of WCAG, by day and by night`,
    { tag: "@js" },
    async ({ page }) => {
      await page.goto(path);
      for (const theme of ["Day", "Night"]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.getByRole("button", { name: theme, exact: true }).click();
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme.toLowerCase());
        await page.mouse.move(0, 0);
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page, true);
          await arrived(page);
          expect([theme, width, await violationsOf(page)]).toEqual([theme, width, []]);
        }
      }
    },
  );
}

for (const [name, path] of Object.entries(views)) {
  test(`${name}: nothing reaches past the edge at any width`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto(path);
    await settled(page, javaScriptEnabled);
    const past = () =>
      page.locator("body *:visible").evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .filter((element) => getComputedStyle(element).clipPath === "none")
          // A date field is wider than its box, which cuts a browser's own button off.
          .filter((element) => !element.closest("thead, [popover], :has(> [type=date]) > *"))
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      // Charts are drawn anew once their panel has been measured.
      await expect.poll(past, `at ${width} px`).toEqual([]);
    }
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator("html").evaluate((html) => (html.style.fontSize = "200%"));
      await expect.poll(past, `with text twice as large at ${width} px`).toEqual([]);
    }
  });
}

test("every target is at least 24 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${TRIPS}&filters=open`);
  expect(await smallTargets(page)).toEqual([]);
});
