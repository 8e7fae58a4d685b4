import type { Page } from "@playwright/test";
import { expect, openHome, test } from "./home-site";

/** Notes every scroll position at which a document is seen from now on. */
async function noteScrolling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<number>();
    addEventListener("scroll", () => seen.add(scrollY));
    Object.assign(window, { seenPositions: seen });
  });
}

/** The positions noted since the document came, or since they were forgotten. */
const positions = (page: Page) =>
  page.evaluate(() => [
    ...(window as unknown as { seenPositions: Set<number> }).seenPositions, // of noteScrolling
  ]);
const forgetPositions = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenPositions: Set<number> }).seenPositions.clear());

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
  await expect.poll(() => positions(page)).toEqual([3000]);

  await forgetPositions(page);
  await link(page, "Scout").dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Scout");
  await expect.poll(() => positions(page)).toEqual([0]);

  await forgetPositions(page);
  await page.goBack();
  await expect(page.locator("#team")).toBeAttached();
  await expect.poll(() => positions(page)).toEqual([3000]);
});

test("a link to a section of the page that is shown scrolls as the style sheet says: smoothly, or at once under reduced motion @js", async ({
  page,
}) => {
  const root = page.locator("html");
  const top = () => page.locator("#tech").evaluate((it) => it.getBoundingClientRect().top);
  await openHome(page);
  await expect(root).toHaveCSS("scroll-behavior", "smooth");
  // A script that moves the page at once says so on its root.
  const overruled = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const { documentElement } = document;
    const note = () => seen.push(documentElement.style.scrollBehavior);
    new MutationObserver(note).observe(documentElement, { attributeFilter: ["style"] });
    return seen;
  });
  await link(page, "Tech").click();
  await expect.poll(top).toBeCloseTo(0, 0);
  expect(await overruled.jsonValue()).not.toContain("auto");
  await expect(root).toHaveCSS("scroll-behavior", "smooth");

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(root).toHaveCSS("scroll-behavior", "auto");
  await scrollTo(page, 0);
  await link(page, "Tech").click();
  await expect.poll(top).toBeCloseTo(0, 0);
});
