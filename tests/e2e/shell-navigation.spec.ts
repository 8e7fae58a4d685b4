import type { Page } from "@playwright/test";
import { expect, openHome, test } from "./home-site";
import { waitForHydration } from "./site";
import { expectNoWcagViolations } from "./wcag";

const PHONE = { width: 390, height: 844 };

const link = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const position = (page: Page) => page.evaluate(() => scrollY);
const motionSwitch = (page: Page) => page.getByRole("switch", { name: "Pause motion" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const opener = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);

const expectLocked = (page: Page, isLocked: boolean) =>
  expect(page.locator("html")).toHaveCSS("overflow", isLocked ? "hidden" : /^(?!hidden)/);

async function openMenu(page: Page): Promise<void> {
  await opener(page).focus();
  await page.keyboard.press("Space");
  await expect(menu(page)).toBeVisible();
  await expectLocked(page, true);
}

test("links lead to pages and sections, Back restores scroll and paused motion", async ({
  page,
}) => {
  await openHome(page);
  await test.step("a link within the page leads to its section, and Back returns", async () => {
    await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveCSS("scroll-behavior", "auto");
    const shell = await page.getByRole("banner").elementHandle();
    await scrollTo(page, 300);
    await link(page, "Tech").dispatchEvent("click");
    await expect.poll(() => topOf(page, "tech")).toBeCloseTo(0, 0);
    await page.goBack();
    await expect.poll(() => position(page)).toBe(300);
    expect(await shell?.evaluate((header) => header.isConnected)).toBe(true);
  });

  await test.step("so does one in the menu of a phone", async () => {
    await page.setViewportSize(PHONE);
    await scrollTo(page, 0);
    await expect(motionSwitch(page)).toBeInViewport();
    await openMenu(page);
    await menu(page).getByRole("link", { name: "Tech" }).click();
    await expectLocked(page, false);
    await expect(page.locator("#tech h2")).toBeInViewport();
    await expect.poll(() => topOf(page, "tech")).toBeCloseTo(0, 0);
  });

  await test.step("a link opens a page at its top", async () => {
    await page.emulateMedia({ reducedMotion: null });
    await page.setViewportSize({ width: 1440, height: 900 });
    await scrollTo(page, 3000);
    await link(page, "PulseGen").dispatchEvent("click");
    await expect(title(page)).toHaveText("Step into the future");
    await waitForHydration(page);
    await expect(page.getByRole("banner").locator("[aria-current=page]")).toHaveText("PulseGen");
    const place = () => page.evaluate(() => [scrollY, document.activeElement?.tagName]);
    await expect.poll(place).toEqual([0, "BODY"]);
  });

  await test.step("Back keeps the scroll, and motion that was paused meanwhile", async () => {
    await motionSwitch(page).click();
    await expect(motionSwitch(page)).toBeChecked();
    await page.goBack();
    await expect.poll(() => position(page)).toBe(3000);
    await expect(page.locator("html")).toHaveAttribute("data-motion", "paused");
    await expect(motionSwitch(page)).toBeChecked();
  });

  await test.step("a section of another page stands at the top", async () => {
    await page.goForward();
    await expect(title(page)).toHaveText("Step into the future");
    await link(page, "Roadmap").click();
    await expect(page.locator("#roadmap h2")).toBeInViewport();
    await expect.poll(() => topOf(page, "roadmap")).toBeCloseTo(0, 0);
  });
});

test("the menu traps focus and scrolling and closes in three ways", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/contactus");
  const ways: Record<string, () => Promise<void>> = {
    "its close button": () => page.getByRole("button", { name: "Close menu" }).click(),
    Escape: () => page.keyboard.press("Escape"),
    "a click on the overlay": () => page.mouse.click(10, 400),
  };
  for (const [name, close] of Object.entries(ways)) {
    await openMenu(page);
    await close();
    await expect(menu(page), name).toBeHidden();
    await expectLocked(page, false);
    // A click on the overlay moves the focus to the page.
    if (!name.includes("overlay")) await expect(opener(page)).toBeFocused();
  }
  await openMenu(page);
  await expectNoWcagViolations(page, "menu", { part: "#menu" });
  // Once around all stops, and on.
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest("#menu");
    });
    expect(outside).toBe(false);
  }
});
