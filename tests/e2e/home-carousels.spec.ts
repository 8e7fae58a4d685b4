import type { Page } from "@playwright/test";
import { expect, openHome, show, started, stopClock, test } from "./home-site";
import { QUICKLY } from "./site";

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
  const titles = () => visibleSlides(page, "#blogs").allTextContents();
  const first = await titles();
  await articles(page).getByRole("button", { name: "Previous article" }).click();
  await expect.poll(async () => (await titles()).slice(1)).toEqual(first.slice(0, 2));
  await articles(page).getByRole("button", { name: "Next article" }).click();
  await expect.poll(titles).toEqual(first);
  await expect(articles(page).locator(".swiper-slide:visible")).toHaveCount(3);
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
  let passed = 0;
  const soon = async () => {
    await page.clock.runFor(500);
    passed += 500;
    return count.textContent();
  };
  for (const index of [2, 3, 4, 1]) {
    passed = 0;
    await expect.poll(soon, QUICKLY).toBe(`${index} / 4`);
    // The page may show a step a moment after the clock has passed it.
    expect(passed).toBeGreaterThan(5500);
  }
  await solutions(page).getByRole("button", { name: "Next solution" }).press("Enter");
  await page.clock.runFor(30_000);
  await expect(count).toHaveText("2 / 4");
  await solutions(page).getByRole("button", { name: "Previous solution" }).press("Enter");
  await expect(deck(page).getByRole("link")).toHaveCount(1);
  await expect(deck(page).getByRole("link")).toContainText("PulseGen");
});
