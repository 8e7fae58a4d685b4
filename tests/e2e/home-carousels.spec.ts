import type { Page } from "@playwright/test";
import { holdRequests } from "./site";
import { expect, openHome, show, slidesAcross, started, stopClock, test } from "./home-site";

const articles = (page: Page) => page.locator("#blogs");
const solutions = (page: Page) => page.locator("#solutions");

const deck = (page: Page) => page.locator("[data-carousel=deck]");
const slides = (page: Page) => deck(page).locator("[aria-roledescription=slide]");

test("the article carousel shows one to three, wraps, hides other slides", async ({ page }) => {
  await openHome(page);
  await started(page, "#blogs");
  for (const [width, articlesShown] of [
    [600, 1],
    [800, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => slidesAcross(page, "#blogs")).toBeCloseTo(articlesShown, 1);
  }
  const count = articles(page).locator("[aria-live]");
  await expect(count).toHaveText("1 / 16");
  await articles(page).getByRole("button", { name: "Previous article" }).click();
  await expect(count).toHaveText("16 / 16");
  for (const position of ["1 / 16", "2 / 16"]) {
    await articles(page).getByRole("button", { name: "Next article" }).click();
    await expect(count).toHaveText(position);
  }
  await expect(articles(page).locator(".swiper-slide:visible")).toHaveCount(3);
});

test("arrow keys move the named article slides and the focus", async ({ page }) => {
  await openHome(page);
  await started(page, "#blogs");
  const first = articles(page).getByRole("group", { name: /^1 \/ 16: / });
  const count = articles(page).locator("[aria-live]");
  await expect(first).toHaveAttribute("aria-roledescription", "slide");
  await page.keyboard.press("ArrowRight");
  await expect(count).toHaveText("1 / 16");
  await first.getByRole("link").first().focus();
  for (const position of ["2 / 16", "3 / 16", "4 / 16"]) {
    await page.keyboard.press("ArrowRight");
    await expect(articles(page).locator("[aria-live=polite]")).toHaveText(position);
  }
  await expect(articles(page).locator(".swiper-slide-visible :focus")).toBeVisible();

  await test.step("also in a window smaller than a slide", async () => {
    await page.setViewportSize({ width: 600, height: 256 });
    const fourth = articles(page).getByRole("group", { name: /^4 \/ 16: / });
    await fourth.getByRole("link").first().focus();
    await show(articles(page).locator(".swiper"));
    await page.keyboard.press("ArrowRight");
    await expect(articles(page).locator("[aria-live=polite]")).toHaveText("5 / 16");
  });
});

test("articles do not move by themselves; solutions do every 7 s and wrap", async ({ page }) => {
  const count = solutions(page).locator("[aria-live]");
  await stopClock(page);
  await openHome(page);
  await started(page, "#blogs");
  await page.clock.runFor(20_000);
  await expect(articles(page).locator("[aria-live]")).toHaveText("1 / 16");

  await show(deck(page));
  await expect(slides(page)).toHaveCount(4);
  await page.clock.runFor(500);
  await expect(count).toHaveText("1 / 4");
  await page.clock.runFor(6900);
  await expect(count).toHaveText("1 / 4");
  await page.clock.runFor(200);
  await expect(count).toHaveText("2 / 4");
  for (const index of [3, 4, 1, 2]) {
    await page.clock.runFor(7000);
    await expect(count).toHaveText(`${index} / 4`);
  }

  await test.step("solutions stop while they are paused or have the focus", async () => {
    const logo = page.getByRole("banner").getByRole("link").first();
    // Without preventScroll the page would scroll away from the deck.
    const focusLogo = () => logo.evaluate((link) => link.focus({ preventScroll: true }));
    await solutions(page).getByRole("button", { name: "Pause solutions" }).click();
    await page.mouse.move(0, 0);
    await focusLogo();
    await page.clock.runFor(30_000);
    await expect(count).toHaveText("2 / 4");
    await solutions(page).getByRole("button", { name: "Play solutions" }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(30_000);
    await expect(count).toHaveText("2 / 4"); // the focus is still on the button
    await focusLogo();
    await page.clock.runFor(7100);
    await expect(count).toHaveText("3 / 4");
  });

  await test.step("buttons move the solutions, and only the centre card is reachable", async () => {
    await solutions(page).getByRole("button", { name: "Previous solution" }).click();
    await solutions(page).getByRole("button", { name: "Previous solution" }).click();
    await expect(count).toHaveText("1 / 4");
    await expect(deck(page).getByRole("link")).toHaveCount(1);
    await expect(deck(page).getByRole("link")).toContainText("PulseGen");
    await expect(deck(page).locator("[aria-roledescription=slide][inert]")).toHaveCount(3);
  });
});

test("solutions stay a row while one of its cards has the focus", async ({ page }) => {
  const releaseDeck = await holdRequests(page, "**/solutions-deck-*.js");
  const deckResponse = page.waitForResponse("**/solutions-deck-*.js");
  await openHome(page);
  const card = deck(page).getByRole("link").nth(1);
  await card.focus();
  const nextFocus = page.evaluate(
    () =>
      new Promise((resolve) =>
        new MutationObserver(() => {
          if (!document.querySelector("[data-carousel=deck] [aria-roledescription=slide]")) return;
          resolve(document.activeElement?.getAttribute("aria-label") ?? "nothing");
        }).observe(document.body, { childList: true, subtree: true }),
      ),
  );
  releaseDeck();
  // Waits until the module has run: importing it again resolves only then.
  await page.evaluate(`import(${JSON.stringify((await deckResponse).url())}).then(() => {})`);
  await expect(card).toBeFocused();
  await page.getByRole("button", { name: "Next solution" }).focus();
  await expect(slides(page)).toHaveCount(4);
  expect(await nextFocus).toBe("Next solution");
});
