import type { Page } from "@playwright/test";
import { expect, openHome, test } from "./home-site";
import { expectNoWcagViolations } from "./wcag";

const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const opener = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
const expectLocked = (page: Page, isLocked: boolean) =>
  expect(page.locator("html")).toHaveCSS("overflow", isLocked ? "hidden" : /^(?!hidden)/);

test.use({ viewport: { width: 390, height: 844 } });

test("without scripts the menu opens, works and closes", { tag: "@no-js" }, async ({ page }) => {
  await page.goto("/blogs");
  await expect(menu(page)).toBeHidden();
  await opener(page).click();
  await expect(menu(page)).toBeVisible();
  await expectLocked(page, true);
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(menu(page)).toBeHidden();
  await opener(page).click();
  await menu(page).getByRole("link", { name: "Roadmap" }).click();
  await expect(page.locator("#roadmap h2")).toBeInViewport();
  await expect(menu(page)).toBeHidden();
});

test("the menu traps focus and scrolling and closes in three ways @js", async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole("switch", { name: "Pause motion" })).toBeInViewport();
  const open = async () => {
    await opener(page).focus();
    await page.keyboard.press("Space");
    await expect(menu(page)).toBeVisible();
    await expectLocked(page, true);
  };
  const ways: Record<string, () => Promise<void>> = {
    "its close button": () => page.getByRole("button", { name: "Close menu" }).click(),
    Escape: () => page.keyboard.press("Escape"),
    "a click on the overlay": () => page.mouse.click(10, 400),
  };
  for (const [name, close] of Object.entries(ways)) {
    await open();
    await close();
    await expect(menu(page), name).toBeHidden();
    await expectLocked(page, false);
    // A click on the overlay moves the focus to the page.
    if (!name.includes("overlay")) await expect(opener(page)).toBeFocused();
  }

  await open();
  await expectNoWcagViolations(page, "menu");
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest("#menu");
    });
    expect(outside).toBe(false);
  }
  await menu(page).getByRole("link", { name: "Tech" }).click();
  await expectLocked(page, false);
  await expect(page.locator("#tech h2")).toBeInViewport();
});

test("from 640 px on the header shows all items without overlap @js", async ({ page }) => {
  await openHome(page);
  for (const width of [640, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(opener(page)).toBeHidden();
    const uncovered = await page
      .getByRole("banner")
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => {
          const { left, right, top, height } = link.getBoundingClientRect();
          const at = (x: number) => document.elementFromPoint(x, top + height / 2);
          return [left + 1, right - 1].every((x) => link.contains(at(x)));
        }),
      );
    expect(uncovered).toEqual(Array(11).fill(true));
  }
});
