import type { Page } from "@playwright/test";
import { HYDRATED_DOCUMENT } from "~/lib/hydration";
import { expect, hydrated, openHome, test } from "./home-site";

/** Notes every scroll position at which a document is seen from now on. */
async function noteScrolling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<number>();
    addEventListener("scroll", () => seen.add(scrollY));
    Object.assign(window, { seenPositions: seen });
  });
}

/** The noted positions of the document, which are forgotten then. */
const positions = (page: Page) =>
  page.evaluate(async () => {
    // A scroll event comes with the frame after the scroll position.
    await new Promise(requestAnimationFrame);
    const { seenPositions } = window as unknown as { seenPositions: Set<number> }; // of noteScrolling
    const seen = [...seenPositions];
    seenPositions.clear();
    return seen;
  });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
const currentPosition = (page: Page) => page.evaluate(() => scrollY);
const link = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name, exact: true });

test("a reloaded page is where it was at once, the way Back too, and a new page at its top @js", async ({
  page,
}) => {
  await noteScrolling(page);
  await openHome(page);
  await scrollTo(page, 3000);
  await expect.poll(() => currentPosition(page)).toBe(3000);

  await page.reload();
  await hydrated(page);
  await expect.poll(() => currentPosition(page)).toBe(3000);
  expect(await positions(page)).toEqual([3000]);

  await link(page, "Scout").dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Scout");
  await expect.poll(() => currentPosition(page)).toBe(0);
  expect(await positions(page)).toEqual([0]);

  await page.goBack();
  await expect(page.locator("#team")).toBeAttached();
  await expect.poll(() => currentPosition(page)).toBe(3000);
  expect(await positions(page)).toEqual([3000]);
});

test("a link to a section of the page that is shown scrolls there smoothly @js", async ({
  page,
}) => {
  await noteScrolling(page);
  await openHome(page);
  await link(page, "Tech").click();
  const top = () => page.locator("#tech").evaluate((it) => it.getBoundingClientRect().top);
  await expect.poll(top).toBeCloseTo(0, 0);
  expect((await positions(page)).length).toBeGreaterThan(3);

  // A plain link, which the browser follows by itself.
  await page.goto("/privacyandpolicy-app");
  await page.locator(HYDRATED_DOCUMENT).waitFor();
  const contents = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await contents.filter({ hasText: "Privacy zones" }).click();
  await expect(page.getByRole("heading", { name: "Privacy zones" })).toBeInViewport();
  expect((await positions(page)).length).toBeGreaterThan(3);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHome(page);
  await link(page, "Tech").click();
  await expect.poll(top).toBeCloseTo(0, 0);
  expect(await positions(page)).toHaveLength(1);
});

test("without scripts, a link to a section scrolls smoothly @no-js", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
});
