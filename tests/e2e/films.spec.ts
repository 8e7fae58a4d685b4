import type { Page } from "@playwright/test";
import { expect, test } from "./site";

test.use({ films: true });

/** Makes the visitor a returning one, for whom no loader covers the page. */
const returning = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("loaderShown", "true"));

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
  const film = hero(page);
  const poster = film.getByRole("img", { name: /pothole/ });
  await expect(poster).toBeVisible();
  expect(await poster.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(film.getByRole("button")).toHaveCount(0);
  // Without scripts browsers show native controls, which must not fade out when the style sheet loads.
  await expect(film.locator("video")).toHaveCSS("opacity", "0");
  await expect(film.locator("video")).toHaveCSS("transition-duration", "0s");

  await page.setViewportSize({ width: 390, height: 844 });
  const source = () => film.getByRole("img").evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(source).toContain("hero-night-drive-portrait");
  expect(requests).toEqual([]);
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("the hero plays after load; films further down load when visible", async ({ page }) => {
    await returning(page);
    const requests = watchFilms(page);
    await page.goto("/");
    const video = hero(page).locator("video");
    await expect.poll(() => video.evaluate(isPlaying)).toBe(true);
    await hero(page).getByRole("button", { name: "Pause film" }).click();
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
    await hero(page).getByRole("button", { name: "Play film" }).click();
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.paused)).toBe(false);

    const motionSwitch = page.getByRole("switch", { name: "Pause motion" });
    await motionSwitch.click();
    await hero(page).getByRole("button", { name: "Play film" }).click();
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.paused)).toBe(false);
    for (const paused of [false, true]) {
      await motionSwitch.click();
      await expect
        .poll(() => video.evaluate((v: HTMLVideoElement) => v.paused), "the switch wins")
        .toBe(paused);
    }
    await motionSwitch.click();

    expect(requests.every((path) => path.startsWith("/media/hero-night-drive."))).toBe(true);
    await page.locator("[data-film='tech-pointcloud']").scrollIntoViewIfNeeded();
    await expect.poll(() => requests.some((path) => path.includes("tech-pointcloud"))).toBe(true);
  });

  const quiet: Record<string, (page: Page) => Promise<unknown>> = {
    "under reduced motion": (page) => page.emulateMedia({ reducedMotion: "reduce" }),
    "while the site-wide switch is on": (page) =>
      page.addInitScript(() => localStorage.setItem("pause-motion", "on")),
    "with data saving": (page) =>
      page.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
      ),
  };
  for (const [when, prepare] of Object.entries(quiet)) {
    test(`no film loads and no loader shows ${when} until a film is played`, async ({ page }) => {
      await prepare(page);
      const requests = watchFilms(page);
      await page.goto("/");
      await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
      await expect(page.locator("html[data-cover]")).toHaveCount(0);
      await expect(page.getByRole("switch", { name: "Pause motion" })).toHaveAttribute(
        "aria-checked",
        String(when !== "with data saving"),
      );
      // A loader that had appeared and ended would have set this key.
      expect(await page.evaluate(() => localStorage.getItem("loaderShown"))).toBeNull();
      for (const film of await page.locator("main [data-film]").all()) {
        await expect(film.getByRole("button", { name: /^Play film/ })).toBeAttached();
      }
      expect(requests).toEqual([]);
      await hero(page).getByRole("button", { name: "Play film" }).click();
      await expect.poll(() => hero(page).locator("video").evaluate(isPlaying)).toBe(true);
    });
  }

  test("a film that fails to play is logged, and its poster stays", async ({ page }) => {
    await returning(page);
    await page.route(/\.(webm|mp4)$/, (route) => route.fulfill({ status: 404 }));
    const logEntry = page.waitForEvent("console", (message) =>
      message.text().includes("Video playback failed"),
    );
    await page.goto("/");
    await logEntry;
    await expect(hero(page).getByRole("img")).toBeVisible();
    await expect(hero(page).locator("video")).toHaveCSS("opacity", "0");
  });
});
