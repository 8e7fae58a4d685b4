import type { Page } from "@playwright/test";
import { expect, openHome, show, slidesAcross, started, stopClock, test } from "./home-site";
import { holdRequests } from "./site";
import { focusedElement } from "./wcag";

const roadmap = (page: Page) => page.locator("#roadmap");
const dots = (page: Page) =>
  page.getByRole("group", { name: "Roadmap phases" }).getByRole("button");
const current = (page: Page) =>
  dots(page).and(page.locator("[aria-current]")).getAttribute("aria-label");

test("advances every second, and stops from a press until play is pressed", async ({ page }) => {
  await stopClock(page);
  await openHome(page);
  await started(page, "#roadmap");
  await expect(dots(page)).toHaveCount(5);
  for (const phase of [2, 3, 4, 5, 1, 2]) {
    await page.clock.runFor(1000);
    await expect.poll(() => current(page)).toBe(`Phase ${phase}`);
    await expect(roadmap(page).locator(".swiper-slide-active h3")).toHaveText(`Phase ${phase}`);
    await expect(roadmap(page).locator("[aria-live]")).toHaveAttribute("aria-live", "off");
  }

  await roadmap(page).locator(".swiper-slide-active").click();
  const play = roadmap(page).getByRole("button", { name: "Play roadmap" });
  await expect(play).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_000);
  expect(await current(page)).toBe("Phase 2");
  await play.click();
  // The press may have scrolled the roadmap out of view or under the pointer; both pause it.
  await page.mouse.move(0, 0);
  const phaseAfterSecond = async () => {
    await show(roadmap(page).locator(".swiper"));
    await page.clock.runFor(1000);
    return current(page);
  };
  await expect.poll(phaseAfterSecond).not.toBe("Phase 2");
});

test("shows one to three phases, moves by its dots, stops under focus", async ({ page }) => {
  await stopClock(page);
  await openHome(page);
  await started(page, "#roadmap");
  await dots(page).first().focus();
  await expect(roadmap(page).getByRole("button", { name: "Play roadmap" })).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("link")
    .first()
    .evaluate((logo) => logo.focus({ preventScroll: true }));
  await page.clock.runFor(10_000);
  expect(await current(page)).toBe("Phase 1");
  await page.clock.resume();
  for (const [width, shown] of [
    [639, 1],
    [800, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => slidesAcross(page, "#roadmap")).toBeCloseTo(shown, 2);
  }
  const visiblePhases = roadmap(page).locator(".swiper-slide-visible h3");
  for (const [phase, neighbours] of [
    [5, [4, 5, 1]],
    [2, [1, 2, 3]],
    [1, [5, 1, 2]],
  ] as const) {
    await dots(page)
      .nth(phase - 1)
      .click();
    await expect.poll(() => current(page)).toBe(`Phase ${phase}`);
    await expect(visiblePhases).toHaveText(neighbours.map((number) => `Phase ${number}`));
  }
});

test("can be scrolled by keyboard until its script starts", async ({ page }) => {
  const releaseSwiper = await holdRequests(page, "**/start-swiper-*.js");
  await openHome(page);
  await show(roadmap(page).locator(".swiper"));
  const strip = roadmap(page).locator(".swiper");
  await expect(strip).toHaveAttribute("tabindex", "0");
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  releaseSwiper();
  await expect(strip).toHaveAttribute("tabindex", "-1");
  // Now the slides move, and the focus must stay on a visible element.
  expect(await focusedElement(page)).toMatchObject({ seen: true });
  const before = await current(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => current(page)).not.toBe(before);
});
