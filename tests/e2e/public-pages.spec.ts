import type { Page } from "@playwright/test";
import { pages, type PageId } from "~/content/pages";
import { expect, expectScriptsWithin, pageProblems, test } from "./site";
import {
  cutOff,
  enlargeText,
  expectNoWcagViolations,
  focusedElement,
  NARROW,
  overflowingElements,
} from "./wcag";

/** Pages whose states are tested in files of their own: `home-page.spec.ts` and so on. */
const ELSEWHERE: PageId[] = ["home", "contact", "deleteUser", "dashboard", "referral"];

const PAGES = Object.entries(pages)
  .filter(([id]) => !ELSEWHERE.includes(id as PageId)) // ids are the keys of `pages`
  .map(([, { path }]) => path);

/** The Tab key stops once at each of the page's links and buttons, and each is in sight then. */
async function expectFocusInSight(page: Page): Promise<void> {
  const controls = page.locator(":is(a, button, summary, input):not([tabindex='-1'])");
  const count = await controls.filter({ visible: true }).count();
  expect(count).toBeGreaterThan(0);
  const stops: { element: string; seen: boolean }[] = [];
  for (let press = 0; press < count; press++) {
    await page.keyboard.press("Tab");
    const stop = await focusedElement(page);
    if (stop !== null) stops.push(stop);
  }
  expect(stops).toHaveLength(count);
  expect(stops.filter(({ seen }) => !seen)).toEqual([]);
}

for (const path of PAGES) {
  test(`${path} meets WCAG, also narrow and enlarged`, async ({ page }) => {
    const problems = pageProblems(page);
    // Turns off transitions, whose intermediate colours could fail the contrast check.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await expectScriptsWithin(page);
    expect(problems).toEqual([]);
    await expectFocusInSight(page);
    await expectNoWcagViolations(page, path);
    for (const [size, width] of NARROW) {
      await page.setViewportSize({ width, height: 800 });
      await enlargeText(page, size);
      const name = `${size} at ${width} px`;
      await expect.poll(() => overflowingElements(page), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
      await expect.poll(() => cutOff(page), name).toEqual([]);
    }
  });
}

test("the policy's contents link to its sections and fold", async ({ page }) => {
  await page.goto("/privacyandpolicy-app");
  const contents = page.getByRole("navigation", { name: "Sections" });
  const links = contents.getByRole("link");
  // The last sections are too short to reach the top of the window.
  for (const title of ["Privacy zones", "Your rights", "Who we are", "Contact", "Changes to"]) {
    await links.filter({ hasText: title }).first().click();
    await expect(page.getByRole("heading", { name: title }).first()).toBeInViewport();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(links).toHaveCount(0);
  await page.getByText("All 17 sections").click();
  await expect(links).toHaveCount(17);
});

test("an unknown URL links back to the previous page", async ({ page }) => {
  await page.goto("/blogs");
  await page.goto("/no/such/page");
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL("/blogs");
});
