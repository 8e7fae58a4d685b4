import type { Page } from "@playwright/test";
import { COUNT_TICK_MS } from "~/features/home/scout-app";
import {
  expect,
  marquee,
  openHome,
  show,
  started,
  stopClock,
  test,
  visibleSlides,
} from "./home-site";
import { finishAnimations, QUICKLY } from "./site";

const solutions = (page: Page) => page.locator("#solutions");
const deck = (page: Page) => page.locator("[data-carousel=deck]");
const bubble = (page: Page) => page.getByRole("img", { name: "96%+" });
const motionSwitch = (page: Page) => page.getByRole("switch", { name: "Pause motion" });

/** What moves by itself, on a clock that stands still. A time to stay in place is none that would lead around to it. */
const rotations: Record<string, (page: Page) => Promise<void>> = {
  async "the progress bubble counts from 0 to 96 once it is visible"(page) {
    // The text starts at 0; only the accessible name is 96 from the beginning.
    await expect(bubble(page)).toHaveText("0%+");
    await page.clock.runFor(2_000);
    await expect(bubble(page)).toHaveText("0%+");
    await show(page.getByText("Processing Time"));
    const card = page.getByText("Processing Time").locator("..");
    await expect(card).toHaveCSS("animation-delay", "0.5s");
    const counted = async () => {
      await page.clock.runFor(COUNT_TICK_MS);
      return parseInt((await bubble(page).textContent()) ?? "");
    };
    await expect.poll(counted, QUICKLY).toBeGreaterThan(0);
    expect(await counted()).toBeLessThan(96);
    await page.clock.runFor(1_500);
    await expect(bubble(page)).toHaveText("96%+");
  },

  async "the roadmap advances every second until a press, and moves by its dots"(page) {
    const phase = async () => {
      const name = await page.locator("#roadmap [aria-current]").getAttribute("aria-label");
      return Number(name?.replace("Phase ", ""));
    };
    await started(page, "#roadmap");
    const soon = () => page.clock.runFor(500).then(phase);
    const first = await phase();
    for (let step = 0; step < 3; step += 1) {
      await expect.poll(soon, QUICKLY).toBe(((first + step) % 5) + 1);
    }
    await page.getByRole("button", { name: "Phase 5" }).focus();
    const held = await phase();
    // The next step waits for the end of a transition. Five steps would lead around.
    for (let round = 0; round < 4; round += 1) {
      await finishAnimations(page);
      await page.clock.runFor(1_000);
    }
    expect(await phase()).toBe(held);
    await page.getByRole("button", { name: "Phase 5" }).click();
    await page.clock.runFor(600);
    await expect.poll(phase).toBe(5);
    await expect(visibleSlides(page, "#roadmap")).toHaveText(["Phase 4", "Phase 5", "Phase 1"]);
  },

  async "solutions advance every 7 s, wrap, and stop under the focus"(page) {
    const count = solutions(page).locator("[aria-live]");
    await show(deck(page));
    await expect(deck(page).locator("[aria-roledescription=slide]")).toHaveCount(4);
    const after = async (ms: number) => {
      await page.clock.runFor(ms);
      return count.textContent();
    };
    for (const index of [2, 3]) {
      // Not 7 s, because the page may have shown the last step a moment after the clock had passed it.
      expect(await after(5_500)).not.toBe(`${index} / 4`);
      await expect.poll(() => after(500), QUICKLY).toBe(`${index} / 4`);
    }
    const next = solutions(page).getByRole("button", { name: "Next solution" });
    await next.press("Enter");
    await page.clock.runFor(20_000);
    await expect(count).toHaveText("4 / 4");
    await next.press("Enter");
    await expect(count).toHaveText("1 / 4");
    await expect(deck(page).getByRole("link")).toHaveCount(1);
    await expect(deck(page).getByRole("link")).toContainText("PulseGen");
    await solutions(page).getByRole("button", { name: "Previous solution" }).press("Enter");
    await expect(count).toHaveText("4 / 4");
  },

  async "one switch stops all of them, is remembered, and can be undone"(page) {
    await expect(motionSwitch(page)).not.toBeChecked();
    await motionSwitch(page).click();
    await expect(motionSwitch(page)).toBeChecked();
    await page.reload();
    await expect(motionSwitch(page)).toBeChecked();

    await show(page.locator("#roadmap"));
    await expect(page.locator("#roadmap .swiper-initialized")).toBeVisible();
    await page.clock.runFor(8_000);
    await expect(page.locator("#roadmap [aria-current]")).toHaveAttribute("aria-label", "Phase 1");
    await show(deck(page));
    await page.clock.runFor(20_000);
    await expect(page.locator("#solutions [aria-live]")).toHaveText("1 / 4");
    await show(page.getByText("Processing Time"));
    await expect(bubble(page)).toHaveText("96%+");

    await motionSwitch(page).dispatchEvent("click");
    await show(page.locator("#partners"));
    await expect.poll(() => marquee(page)).toEqual(["normal marquee", "reverse marquee"]);
  },
};

test("what moves by itself keeps its pace, until a press or the switch stops it", async ({
  page,
}) => {
  await stopClock(page);
  await openHome(page);
  for (const [name, turn] of Object.entries(rotations)) await test.step(name, () => turn(page));
});

/** The films that the page asks for from now on. */
function watchFilms(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(webm|mp4)$/.test(pathname)) requests.push(pathname);
  });
  return requests;
}

test("with paused motion no page moves, even scrolled or hovered", async ({ page }) => {
  await page.addInitScript(() => {
    document.cookie = "pause-motion=on; Path=/";
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    const record = ({ type, target }: Event) =>
      recorded.push(`${type} of ${(target as Element).outerHTML}`);
    for (const type of ["animationstart", "transitionrun"]) addEventListener(type, record, true);
  });
  const films = watchFilms(page);
  for (const path of ["/", "/pulsegen", "/pulsescout/dashboard"]) {
    await page.goto(path);
    await expect(motionSwitch(page), path).toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem("loaderShown")), path).toBeNull();
    await page.mouse.move(300, 450);
    const moving = await page.evaluate(async () => {
      let most = 0;
      for (let top = 0; top < document.documentElement.scrollHeight; top += 700) {
        scrollTo({ top, behavior: "instant" });
        // What comes under the mouse is hovered with the next frames.
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        most = Math.max(most, document.getAnimations().length);
      }
      return most;
    });
    expect([path, moving]).toEqual([path, 0]);
    const recorded = await page.evaluate(
      () => (window as unknown as { recorded: string[] }).recorded,
    ); // set above
    expect([path, recorded, films]).toEqual([path, [], []]);
  }
});

const isPlaying = (video: HTMLVideoElement) => !video.paused && video.currentTime > 0;

test.describe("films", () => {
  test.use({ films: true });

  test("films play when visible, unless motion is paused or data is saved", async ({ page }) => {
    const requests = watchFilms(page);
    await openHome(page);
    const video = page.locator("[data-film='hero-night-drive'] video");
    await expect.poll(() => video.evaluate(isPlaying)).toBe(true);
    for (const paused of [true, false]) {
      await motionSwitch(page).click();
      await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.paused)).toBe(paused);
    }
    expect(requests.every((path) => path.startsWith("/media/hero-night-drive."))).toBe(true);
    await page.locator("[data-film='tech-pointcloud']").scrollIntoViewIfNeeded();
    await expect.poll(() => requests.some((path) => path.includes("tech-pointcloud"))).toBe(true);
    await page.setExtraHTTPHeaders({ "Save-Data": "on" });
    requests.length = 0;
    await page.reload();
    await page.locator("[data-film='tech-pointcloud']").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect(requests, "while data is saved").toEqual([]);
  });
});
