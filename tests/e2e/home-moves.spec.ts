import type { Page } from "@playwright/test";
import { CAROUSEL_SIZE, articles as newest } from "~/content/articles";
import { expect, marquee, openHome, show, started, test, visibleSlides } from "./home-site";
import { holdRequests } from "./site";

const articles = (page: Page) => page.locator("#blogs");

/** What a visitor moves: each step finds the page as the one before has left it. */
const moves: Record<string, (page: Page) => Promise<void>> = {
  async "sections fade in once"(page) {
    const coin = page.locator("#coin");
    const scrollToTop = (pixels: number) =>
      coin.evaluate(
        (element, visiblePixels) =>
          scrollTo({
            top: element.getBoundingClientRect().top + scrollY - innerHeight + visiblePixels,
            behavior: "instant",
          }),
        pixels,
      );
    await scrollToTop(10);
    await expect(coin).toHaveAttribute("data-reveal", "waiting");
    await scrollToTop(300);
    await expect(coin).toHaveAttribute("data-reveal", "shown");
    await expect(coin).toHaveCSS("opacity", "1");
    await scrollToTop(10);
    await expect(coin).toHaveAttribute("data-reveal", "shown");

    await page.setViewportSize({ width: 340, height: 160 });
    const scout = page.locator("#scout");
    await scout.evaluate((it) => it.scrollIntoView({ block: "start", behavior: "instant" }));
    await expect(scout, "taller than ten windows").toHaveAttribute("data-reveal", "shown");
    await page.setViewportSize({ width: 1440, height: 900 });
  },

  async "partner rows move in opposite directions"(page) {
    await show(page.locator("#partners"));
    await expect.poll(() => marquee(page)).toEqual(["normal marquee", "reverse marquee"]);
  },

  async "articles show one to three, wrap, and hide the others"(page) {
    await started(page, "#blogs");
    for (const [width, articlesShown] of [
      [600, 1],
      [800, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const across = () =>
        articles(page)
          .locator(".swiper")
          .evaluate((frame) => {
            const slide = frame.querySelector(".swiper-slide");
            return frame.clientWidth / (slide?.getBoundingClientRect().width ?? 0);
          });
      await expect.poll(across).toBeCloseTo(articlesShown, 1);
    }
    const shown = visibleSlides(page, "#blogs");
    const around = (index: number) =>
      [-1, 0, 1].map((step) => newest.slice(0, CAROUSEL_SIZE).at(index + step)?.title ?? "");
    await expect(shown).toHaveText(around(0));
    for (const [name, index] of [
      ["Previous article", -1],
      ["Next article", 0],
      ["Next article", 1],
    ] as const) {
      await articles(page).getByRole("button", { name }).click();
      await expect(shown).toHaveText(around(index));
    }
    await expect(articles(page).locator(".swiper-slide:visible")).toHaveCount(3);
  },

  async "Join Community opens the chat, then the social account"(page) {
    const context = page.context();
    await context.route("https://example.com/**", (route) => route.fulfill({ body: "elsewhere" }));
    // Popup blockers allow one tab per press; a tab opened during the press could block the link's own.
    const openedUrl = page.evaluate(
      () =>
        new Promise((resolve) => {
          let when = "";
          addEventListener("click", () => (when = "during the press"), { capture: true });
          addEventListener("click", () => (when = "after the press"));
          window.open = (url) => {
            resolve([String(url), when]);
            return null;
          };
        }),
    );
    const newPage = context.waitForEvent("page");
    await page.getByRole("link", { name: "Join Community" }).click();
    await expect(await newPage).toHaveURL("https://example.com/community");
    expect(await openedUrl).toEqual(["https://example.com/twitter", "after the press"]);
    await page.bringToFront();
  },

  async "team cards turn on hover, by a key and by a press"(page) {
    const card = page.locator("#team li > :first-child").first();
    const back = card.locator("[data-card=back]");
    await expect(back).toBeHidden();
    await card.hover();
    await expect(back).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(back).toBeHidden();
    const first = page.getByRole("button", { name: "About Aditi Rao" });
    await first.focus();
    await page.keyboard.press("Enter");
    await expect(first).toHaveAttribute("aria-expanded", "true");
    await expect(back).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(back.getByRole("link")).toBeFocused();
    await page.getByRole("button", { name: "About Kabir Menon" }).focus();
    await page.keyboard.press("Space");
    await expect(back).toBeHidden();

    // A screen reader's click has `detail: 1` and no pointer before it.
    for (const isTurned of [true, false]) {
      await first.dispatchEvent("click", { detail: 1 });
      await expect(back).toBeVisible({ visible: isTurned });
    }
    // On narrow screens only by a press.
    await page.setViewportSize({ width: 390, height: 844 });
    await card.hover();
    await expect(back).toBeHidden();
    await first.click();
    await expect(back).toBeVisible();
    await first.click();
    await expect(back).toBeHidden();
  },
};

test("sections, partners, articles, links and cards move as they should", async ({ page }) => {
  await openHome(page);
  await test.step("buttons appear when they can move the articles", async () => {
    const release = await holdRequests(page, /swiper/);
    await show(articles(page));
    await expect(articles(page).getByRole("button")).toHaveCount(0);
    release();
    await expect(articles(page).getByRole("button")).toHaveCount(2);
  });
  for (const [name, move] of Object.entries(moves)) await test.step(name, () => move(page));
});
