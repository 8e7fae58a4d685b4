import type { Page } from "@playwright/test";
import { EVERY_PAGE } from "../support/every-page";
import { expect, test } from "./site";

const motionSwitch = (page: Page) => page.getByRole("switch", { name: "Pause motion" });

/** From before the first paint on, notes everything that the browser moves: animations, transitions, travel. */
async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { movesSeen: seen });
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        seen.add(`${animation.constructor.name} of ${target?.className}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

const movesSeen = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { movesSeen: Set<string> }).movesSeen]); // set above

/** Scrolls a page through and points at whatever answers to a pointer. */
async function visitAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 700) {
    await page.evaluate(async (y) => {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }, top);
    await page.mouse.move(300, 450);
  }
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

test(
  "every page stands still while motion is paused, from its first frame on",
  { tag: "@js" },
  async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem("pause-motion", "on");
      localStorage.setItem("loaderShown", "true");
    });
    await watchMotion(page);
    for (const path of [...EVERY_PAGE, "/no/such/page"]) {
      await page.goto(path);
      await expect(motionSwitch(page), path).toBeChecked();
      await visitAll(page);
      expect([path, await movesSeen(page)]).toEqual([path, []]);
      await expect(page.locator("html"), path).toHaveCSS("scroll-behavior", "auto");
    }
  },
);

test("the switch holds on every page, and none has it without scripts", async ({
  page,
  javaScriptEnabled,
}) => {
  for (const path of ["/pulsescout/dashboard", "/privacyandpolicy-app", "/no/such/page"]) {
    await page.goto(path);
    await expect(motionSwitch(page)).toHaveCount(javaScriptEnabled ? 1 : 0);
  }
  if (!javaScriptEnabled) return;
  await motionSwitch(page).click();
  await expect(page.locator("html")).toHaveAttribute("data-motion", "paused");
  for (const path of ["/pulsescout/dashboard", "/pulsescout/delete-user"]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(motionSwitch(page)).toBeChecked();
    await expect(motionSwitch(page)).toBeInViewport();
  }
  await motionSwitch(page).click();
  await expect(page.locator("html")).toHaveAttribute("data-motion", "moving");
});
