import type { Page } from "@playwright/test";
import { CAROUSEL_SIZE, articles as newest } from "~/content/articles";
import { expect, openHome, show, started, stopClock, test } from "./home-site";
import { holdRequests, QUICKLY } from "./site";

const articles = (page: Page) => page.locator("#blogs");
const solutions = (page: Page) => page.locator("#solutions");
const deck = (page: Page) => page.locator("[data-carousel=deck]");
const visibleSlides = (page: Page, section: string) =>
  page.locator(`${section} .swiper-slide-visible h3`);
const phase = (page: Page) => page.locator("#roadmap [aria-current]").getAttribute("aria-label");

test("the article carousel shows one to three, wraps, hides other slides", async ({ page }) => {
  await openHome(page);
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
  await articles(page).getByRole("button", { name: "Previous article" }).click();
  await expect(shown).toHaveText(around(-1));
  await articles(page).getByRole("button", { name: "Next article" }).click();
  await expect(shown).toHaveText(around(0));
  await expect(articles(page).locator(".swiper-slide:visible")).toHaveCount(3);
});

test("a press before swiper has started moves the articles too", async ({ page }) => {
  await openHome(page);
  const release = await holdRequests(page, /swiper/);
  await articles(page).getByRole("button", { name: "Next article" }).click();
  await expect(articles(page).getByText("2 / 16")).toBeVisible();
  release();
  await started(page, "#blogs");
  await expect(articles(page).locator(".swiper-slide-active h3")).toHaveText(
    newest[1]?.title ?? "",
  );
  await expect(articles(page).getByText("2 / 16")).toBeVisible();
});

test("the roadmap advances every second until a press, and moves by its dots", async ({ page }) => {
  await stopClock(page);
  await openHome(page);
  await started(page, "#roadmap");
  const soon = async () => {
    await page.clock.runFor(200);
    return phase(page);
  };
  for (const next of [2, 3, 4, 5, 1, 2]) {
    await expect.poll(soon, QUICKLY).toBe(`Phase ${next}`);
  }
  await page.getByRole("button", { name: "Phase 5" }).click();
  await page.clock.runFor(600);
  await expect.poll(() => phase(page)).toBe("Phase 5");
  await expect(visibleSlides(page, "#roadmap")).toHaveText(["Phase 4", "Phase 5", "Phase 1"]);
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_000);
  expect(await phase(page)).toBe("Phase 5");
});

test("solutions advance every 7 s, wrap, and stop under the focus", async ({ page }) => {
  const count = solutions(page).locator("[aria-live]");
  await stopClock(page);
  await openHome(page);
  await show(deck(page));
  await expect(deck(page).locator("[aria-roledescription=slide]")).toHaveCount(4);
  const after = async (ms: number) => {
    await page.clock.runFor(ms);
    return count.textContent();
  };
  for (const index of [2, 3, 4, 1]) {
    // Not 7 s, because the page may have shown the last step a moment after the clock had passed it.
    expect(await after(5_500)).not.toBe(`${index} / 4`);
    await expect.poll(() => after(500), QUICKLY).toBe(`${index} / 4`);
  }
  await solutions(page).getByRole("button", { name: "Next solution" }).press("Enter");
  await page.clock.runFor(30_000);
  await expect(count).toHaveText("2 / 4");
  await solutions(page).getByRole("button", { name: "Previous solution" }).press("Enter");
  await expect(deck(page).getByRole("link")).toHaveCount(1);
  await expect(deck(page).getByRole("link")).toContainText("PulseGen");
  const placeOf = (slide: Element) => {
    const { translate, scale } = getComputedStyle(slide);
    return `${translate} ${scale}`;
  };
  const slides = await deck(page).locator("[aria-roledescription=slide]").all();
  const places = () => Promise.all(slides.map((slide) => slide.evaluate(placeOf)));
  await expect.poll(places).toEqual(["none none", "400px 0.8", "0px 50px 0.7", "-400px 0.8"]);
});
