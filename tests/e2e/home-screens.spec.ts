import type { Locator } from "@playwright/test";
import { expect, openHome, SECTIONS, show, test } from "./home-site";

/** Waits for what comes in and stays: the deck spread out, the cards arrived. Loops never end. */
const entered = (section: Locator) =>
  section.evaluate(async (element) => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity;
    const entering = element.getAnimations({ subtree: true }).filter(ends);
    await Promise.allSettled(entering.map(({ finished }) => finished));
  });

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
      await entered(section);
      await section.screenshot({ path: `${FOLDER}/home-${id}-${width}.png` });
    }
    await page.locator("footer").screenshot({ path: `${FOLDER}/home-footer-${width}.png` });
  });
}
