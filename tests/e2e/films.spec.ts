import type { Page } from "@playwright/test";
import { expect, openHome, test } from "./home-site";

test.use({ films: true });

function watchFilms(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(webm|mp4)$/.test(pathname)) requests.push(pathname);
  });
  return requests;
}

const hero = (page: Page) => page.locator("[data-film='hero-night-drive']");
const isPlaying = (video: HTMLVideoElement) => !video.paused && video.currentTime > 0;

test("without scripts a film is its poster, on phones in portrait @no-js", async ({ page }) => {
  const requests = watchFilms(page);
  await page.goto("/");
  const poster = hero(page).getByRole("img", { name: /pothole/ });
  await expect(poster).toBeVisible();
  // Without scripts browsers show native controls.
  await expect(hero(page).locator("video")).toHaveCSS("opacity", "0");
  await page.setViewportSize({ width: 390, height: 844 });
  const source = () => poster.evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(source).toContain("hero-night-drive-portrait");
  expect(requests).toEqual([]);
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("the hero plays unless motion is paused; other films load when visible", async ({
    page,
  }) => {
    const requests = watchFilms(page);
    await openHome(page);
    const video = hero(page).locator("video");
    await expect.poll(() => video.evaluate(isPlaying)).toBe(true);
    const motionSwitch = page.getByRole("switch", { name: "Pause motion" });
    for (const paused of [true, false]) {
      await motionSwitch.click();
      await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.paused)).toBe(paused);
    }
    expect(requests.every((path) => path.startsWith("/media/hero-night-drive."))).toBe(true);
    await page.locator("[data-film='tech-pointcloud']").scrollIntoViewIfNeeded();
    await expect.poll(() => requests.some((path) => path.includes("tech-pointcloud"))).toBe(true);
  });

  const quiet: Record<string, (page: Page) => Promise<unknown>> = {
    "under reduced motion": (page) => page.emulateMedia({ reducedMotion: "reduce" }),
    "while motion is paused": (page) =>
      page.addInitScript(() => (document.cookie = "pause-motion=on; Path=/")),
    "with data saving": (page) =>
      page.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
      ),
    "with the header of data saving": (page) => page.setExtraHTTPHeaders({ "Save-Data": "on" }),
  };
  for (const [when, prepare] of Object.entries(quiet)) {
    test(`no film loads and no loader shows ${when}`, async ({ page }) => {
      await prepare(page);
      const requests = watchFilms(page);
      await page.goto("/");
      await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
      // A loader that had appeared and ended would have set this key.
      expect(await page.evaluate(() => localStorage.getItem("loaderShown"))).toBeNull();
      expect(requests).toEqual([]);
    });
  }

  test("where a film fails to play, its poster stays", async ({ page }) => {
    await page.route(/\.(webm|mp4)$/, (route) => route.fulfill({ status: 404 }));
    const failure = page.waitForEvent("console", (message) => message.text().includes("Video"));
    await openHome(page);
    await failure;
    await expect(hero(page).getByRole("img")).toBeVisible();
    await expect(hero(page).locator("video")).toHaveCSS("opacity", "0");
  });
});
