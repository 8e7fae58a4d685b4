import type { Page } from "@playwright/test";
import { COUNT_TICK_MS } from "~/features/home/progress-bubble";
import { expect, openHome, show, stopClock, test } from "./home-site";
import { QUICKLY } from "./site";

const rows = (page: Page) => page.locator("#partners div:has(> ul)");
const bubble = (page: Page) => page.getByRole("img", { name: "96%+" });
const motionSwitch = (page: Page) => page.getByRole("switch", { name: "Pause motion" });

const marquee = (page: Page) =>
  rows(page).evaluateAll((elements) =>
    elements.map((row) => {
      const { animationDirection, animationName } = getComputedStyle(row);
      return [animationDirection, animationName].join(" ");
    }),
  );

test("sections fade in once; partner rows move in opposite directions", async ({ page }) => {
  await openHome(page);
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
  await page.setViewportSize({ width: 1280, height: 720 });

  await show(page.locator("#partners"));
  await expect.poll(() => marquee(page)).toEqual(["normal marquee", "reverse marquee"]);
  await expect(page.locator("#partners").getByRole("listitem")).toHaveCount(11);
  await expect(page.locator("#partners ul").filter({ visible: true })).toHaveCount(16);
});

test("the progress bubble counts from 0 to 96 once it is visible", async ({ page }) => {
  await stopClock(page);
  await openHome(page);
  // The text starts at 0; only the accessible name is 96 from the beginning.
  await expect(bubble(page)).toHaveText("0%+");
  await page.clock.runFor(2_000);
  await expect(bubble(page)).toHaveText("0%+");
  await show(page.getByText("Processing Time"));
  const counted = async () => {
    await page.clock.runFor(COUNT_TICK_MS);
    return parseInt((await bubble(page).textContent()) ?? "");
  };
  await expect.poll(counted, QUICKLY).toBeGreaterThan(0);
  expect(await counted()).toBeLessThan(96);
  await page.clock.runFor(1_500);
  await expect(bubble(page)).toHaveText("96%+");
});

test("one switch stops what moves by script, is remembered, and can be undone", async ({
  page,
}) => {
  await stopClock(page);
  await openHome(page);
  await expect(motionSwitch(page)).not.toBeChecked();
  await motionSwitch(page).click();
  await expect(motionSwitch(page)).toBeChecked();
  await page.reload();
  await expect(motionSwitch(page)).toBeChecked();

  await show(page.locator("#roadmap"));
  await expect(page.locator("#roadmap .swiper-initialized")).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.locator("#roadmap [aria-current]")).toHaveAttribute("aria-label", "Phase 1");
  await show(page.locator("[data-carousel=deck]"));
  await page.clock.runFor(30_000);
  await expect(page.locator("#solutions [aria-live]")).toHaveText("1 / 4");
  await show(page.getByText("Processing Time"));
  await expect(bubble(page)).toHaveText("96%+");

  await motionSwitch(page).dispatchEvent("click");
  await show(page.locator("#partners"));
  await expect.poll(() => marquee(page)).toEqual(["normal marquee", "reverse marquee"]);
});

test("with paused motion no page moves, even scrolled or hovered", async ({ page }) => {
  await page.addInitScript(() => {
    document.cookie = "pause-motion=on; Path=/";
    localStorage.setItem("loaderShown", "true");
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    const record = ({ type, target }: Event) =>
      recorded.push(`${type} of ${(target as Element).outerHTML}`);
    for (const type of ["animationstart", "transitionrun"]) addEventListener(type, record, true);
  });
  for (const path of ["/", "/pulsegen", "/pulsescout/dashboard"]) {
    await page.goto(path);
    await expect(motionSwitch(page), path).toBeChecked();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 700) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
      await page.mouse.move(300, 450);
      expect([path, await page.evaluate(() => document.getAnimations().length)]).toEqual([path, 0]);
    }
    const recorded = await page.evaluate(
      () => (window as unknown as { recorded: string[] }).recorded,
    ); // set above
    expect([path, recorded]).toEqual([path, []]);
  }
});

const card = (page: Page) => page.locator("#team li > :first-child").first();
const back = (page: Page) => card(page).locator("[data-card=back]");

test("team cards turn on hover, by a key and by a press", async ({ page }) => {
  await openHome(page);
  await expect(back(page)).toBeHidden();
  await card(page).hover();
  await expect(back(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(back(page)).toBeHidden();
  const first = page.getByRole("button", { name: "About Aditi Rao" });
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await expect(back(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(back(page).getByRole("link")).toBeFocused();
  await page.getByRole("button", { name: "About Kabir Menon" }).focus();
  await page.keyboard.press("Space");
  await expect(back(page)).toBeHidden();

  // A screen reader's click has `detail: 1` and no pointer before it.
  for (const isTurned of [true, false]) {
    await first.dispatchEvent("click", { detail: 1 });
    await expect(back(page)).toBeVisible({ visible: isTurned });
  }

  await test.step("on narrow screens only by a press", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await card(page).hover();
    await expect(back(page)).toBeHidden();
    await first.click();
    await expect(back(page)).toBeVisible();
    await first.click();
    await expect(back(page)).toBeHidden();
  });
});
