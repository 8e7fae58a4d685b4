import { expect, openHome, SECTIONS, show, test } from "./home-site";

const FOLDER = "tests/output/screens";

for (const width of [390, 768, 1024, 1440]) {
  test(`pictures of every section at ${width} px`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    await openHome(page);
    for (const id of SECTIONS) {
      const section = page.locator(`#${id}`);
      await show(section);
      await expect(section).toHaveCSS("opacity", "1");
      // Long enough for the deck to spread and the cards to arrive.
      await page.waitForTimeout(id === "solutions" || id === "scout" ? 2500 : 300);
      await section.screenshot({ path: `${FOLDER}/home-${id}-${width}.png` });
    }
    await page.locator("footer").screenshot({ path: `${FOLDER}/home-footer-${width}.png` });
  });
}
