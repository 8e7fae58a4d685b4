import type { Page } from "@playwright/test";
import { expect, openHome, test } from "./home-site";
import { waitForHydration } from "./site";

const link = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const position = (page: Page) => page.evaluate(() => scrollY);

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);

test("a link opens a page's top or section, Back restores the scroll", async ({ page }) => {
  await openHome(page);
  await scrollTo(page, 3000);
  await link(page, "Scout").dispatchEvent("click");
  await expect(title(page)).toHaveText("Scout");
  await waitForHydration(page);
  await expect(page.getByRole("banner").locator("[aria-current=page]")).toHaveText("Scout");
  const place = () => page.evaluate(() => [scrollY, document.activeElement?.tagName]);
  await expect.poll(place).toEqual([0, "BODY"]);
  await page.goBack();
  await expect.poll(() => position(page)).toBe(3000);
  await page.reload();
  await expect.poll(() => position(page)).toBe(3000);

  await page.goto("/blogs");
  await link(page, "Roadmap").click();
  await expect(page.locator("#roadmap h2")).toBeInViewport();
  await expect.poll(() => topOf(page, "roadmap")).toBeCloseTo(0, 0);
});

test("a link within the page scrolls smoothly or instantly, and Back returns", async ({ page }) => {
  const root = page.locator("html");
  await openHome(page);
  await expect(root).toHaveCSS("scroll-behavior", "smooth");
  const shell = await page.getByRole("banner").elementHandle();
  await scrollTo(page, 300);
  await link(page, "Tech").dispatchEvent("click");
  await expect.poll(() => topOf(page, "tech")).toBeCloseTo(0, 0);
  await page.goBack();
  await expect.poll(() => position(page)).toBe(300);
  expect(await shell?.evaluate((header) => header.isConnected)).toBe(true);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(root).toHaveCSS("scroll-behavior", "auto");
  await link(page, "Tech").click();
  await expect.poll(() => topOf(page, "tech")).toBeCloseTo(0, 0);
});

test("paused motion holds on the next page and on one that Back restores", async ({ page }) => {
  await openHome(page);
  await link(page, "PulseGen").click();
  await expect(page).toHaveURL("/pulsegen");
  await waitForHydration(page);
  const motionSwitch = page.getByRole("switch", { name: "Pause motion" });
  await motionSwitch.click();
  await expect(motionSwitch).toBeChecked();
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("data-motion", "paused");
  await expect(motionSwitch).toBeChecked();
});

test("Skip to content moves the focus to the content", async ({ page }) => {
  for (const path of ["/blogs", "/pulsescout/delete-user", "/pulsescout/dashboard?tab=trip"]) {
    await page.goto(path);
    const entries = await page.evaluate(() => history.length);
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await expect(page.getByRole("main"), path).toBeFocused();
    // On public pages it is a plain link.
    if (path.includes("dashboard")) expect(await page.evaluate(() => history.length)).toBe(entries);
  }
});
