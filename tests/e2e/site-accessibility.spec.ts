import type { Page } from "@playwright/test";
import { pages, type PageId } from "~/content/pages";
import { expect, test } from "./site";
import { focusStop, smallTargets, violationsOf } from "./wcag";

/** Pages whose states have a suite of their own: `home-accessibility.spec.ts` and so on. */
const ELSEWHERE: PageId[] = ["home", "contact", "deleteUser", "dashboard", "referral"];

const PAGES = Object.entries(pages)
  .filter(([id]) => !ELSEWHERE.includes(id as PageId)) // the table's own keys
  .map(([, { path }]) => path);

/** What stands past the right edge of the window and is not cut off there on purpose. */
const pastTheEdge = (page: Page) =>
  page.locator("body *:visible").evaluateAll((elements) => {
    const clipped = (element: Element) => {
      // The body itself hides whatever is too wide, so it is no excuse.
      const { body } = document;
      for (let box = element.parentElement; box && box !== body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== "visible") return true;
      }
      return false;
    };
    return elements
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => !clipped(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Words that their own box cuts off. */
const cutOff = (page: Page) =>
  page.locator("main :is(h1, h2, h3, p, dt, dd, li, a, button):visible").evaluateAll((elements) =>
    elements
      .filter((element) => getComputedStyle(element).overflowX !== "visible")
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** Scrolls through until every picture has come. */
async function readThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const missing = () =>
    page
      .locator("main img:visible")
      .evaluateAll((all) => all.filter((one) => !(one as HTMLImageElement).complete).length);
  await expect.poll(missing).toBe(0);
}

for (const path of PAGES) {
  test(`${path} has no violation of WCAG`, { tag: "@js" }, async ({ page }) => {
    // Between two states colours may meet that neither state has.
    await page.addInitScript(() => localStorage.setItem("pause-motion", "on"));
    await page.goto(path);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await readThrough(page);
      expect([width, await violationsOf(page)]).toEqual([width, []]);
    }
  });

  test(`${path} keeps the focus in sight, does not scroll sideways at 320 px, keeps its text at 200 %, and has targets of at least 24 px`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto(path);
    if (javaScriptEnabled) await expectFocusInSight(page);

    await page.setViewportSize({ width: 320, height: 800 });
    expect(await pastTheEdge(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    await page.setViewportSize({ width: 390, height: 844 });
    expect(await smallTargets(page)).toEqual([]);

    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await pastTheEdge(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await cutOff(page)).toEqual([]);
    }
  });
}

async function expectFocusInSight(page: Page): Promise<void> {
  const stops: { element: string; seen: boolean }[] = [];
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press("Tab");
    const stop = await focusStop(page);
    if (stop === null) break;
    stops.push(stop);
  }
  expect(stops.length).toBeGreaterThan(10);
  expect(stops.filter(({ seen }) => !seen)).toEqual([]);
}
