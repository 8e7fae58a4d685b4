import type { Page } from "@playwright/test";
import { pages, type PageId } from "~/content/pages";
import { expect, pageProblems, test } from "./site";
import { expectFits, expectFocusInSight, expectNoWcagViolations } from "./wcag";

/** Pages whose states are tested in files of their own: `home-page.spec.ts` and so on. */
const ELSEWHERE: PageId[] = ["home", "contact", "deleteUser", "dashboard", "referral"];

const PAGES = Object.entries(pages)
  .filter(([id]) => !ELSEWHERE.includes(id as PageId)) // ids are the keys of `pages`
  .map(([, { path }]) => path);

const TEXTS = "main :is(h1, h2, h3, p, dt, dd, li, a, button)";

/** The policy's contents link to its sections, and are folded on phones. */
async function expectContents(page: Page): Promise<void> {
  const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await page.setViewportSize({ width: 1440, height: 900 });
  // The last sections are too short to reach the top of the window.
  for (const title of ["Privacy zones", "Changes to"]) {
    await links.filter({ hasText: title }).first().click();
    await expect(page.getByRole("heading", { name: title }).first()).toBeInViewport();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(links).toHaveCount(0);
  await page.getByText("All 17 sections").click();
  await expect(links).toHaveCount(17);
}

test("every page meets WCAG, also narrow and enlarged; an unknown address leads back", async ({
  page,
}) => {
  const problems = pageProblems(page);
  // Turns off transitions, whose intermediate colours could fail the contrast check.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expectFocusInSight(page);
      await expectNoWcagViolations(page, path);
      await expectFits(page, path, TEXTS);
      if (path === pages.privacy.path) await expectContents(page);
    });
  }
  expect(problems).toEqual([]);
  await test.step("an unknown address", async () => {
    const before = page.url();
    await page.goto("/no/such/page");
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page).toHaveURL(before);
  });
});
