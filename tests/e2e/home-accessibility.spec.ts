import AxeBuilder from "@axe-core/playwright";
import { expect, openHome, SECTIONS, show, test } from "./home-site";

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, "the checker is a script");

for (const width of [390, 1440]) {
  test(`home has no violation of WCAG at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openHome(page);
    for (const id of SECTIONS) {
      await show(page.locator(`#${id}`));
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(600);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });
}

test("Tab goes through the page without ever landing on something out of sight", async ({
  page,
}) => {
  await openHome(page);
  await show(page.locator("#blogs"));
  await page.locator("#blogs .swiper-initialized").waitFor();
  await show(page.locator("#home"));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press("Tab");
    const lost = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { width, height, left, right } = focused.getBoundingClientRect();
      const seen = width > 0 && height > 0 && right > 0 && left < innerWidth;
      return seen && !focused.closest("[inert]") ? null : focused.outerHTML.slice(0, 120);
    });
    expect(lost).toBeNull();
  }
});
