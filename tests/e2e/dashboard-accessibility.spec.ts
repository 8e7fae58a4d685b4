import AxeBuilder from "@axe-core/playwright";
import { DASHBOARD, expect, settled, test, TRIPS } from "./dashboard-site";

const views = { fleet: DASHBOARD, trips: `${TRIPS}&filters=open`, empty: `${TRIPS}&q=nowhere` };

for (const [name, path] of Object.entries(views)) {
  for (const theme of ["day", "night"]) {
    for (const width of [390, 1440]) {
      test(`${name}, ${theme}, ${width} px: no violation of WCAG`, async ({
        page,
        context,
        baseURL,
        javaScriptEnabled,
      }) => {
        test.skip(!javaScriptEnabled, "the checker is a script");
        await context.addCookies([{ name: "theme", value: theme, url: baseURL }]);
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await settled(page, true);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      });
    }
  }
}

for (const [name, path] of Object.entries(views)) {
  for (const width of [320, 768, 1024]) {
    test(`${name}, ${width} px: nothing reaches past the edge`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const past = await page.locator("body *:visible").evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .filter((element) => !element.closest(".vh, thead, [popover]"))
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(past).toEqual([]);
    });
  }
}

test("every target is at least 24 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${TRIPS}&filters=open`);
  const controls = page.locator(
    "a:visible, button:visible, input:visible, select:visible, summary:visible",
  );
  const small = await controls.evaluateAll((elements) =>
    elements
      .filter((element) => !element.matches(".skip-link"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(small).toEqual([]);
});
