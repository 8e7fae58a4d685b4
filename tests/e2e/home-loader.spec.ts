import type { Page } from "@playwright/test";
import { statusMessage, statusWord } from "~/features/home/loader/loader-progress";
import { expect, hydrated, stopClock, test } from "./home-site";
import { holdLongTimers } from "./site";
import { violationsOf } from "./wcag";

const loader = (page: Page) => page.getByRole("dialog", { name: "Loading" });
const flag = (page: Page) => page.evaluate(() => localStorage.getItem("loaderShown"));

test(
  "without scripts there is no loader, and nothing covers the page",
  { tag: "@no-js" },
  async ({ page }) => {
    await page.goto("/");
    await expect(loader(page)).toHaveCount(0);
    await expect(page.locator("[inert]:not([aria-hidden])")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
);

test.describe("the loader", { tag: "@js" }, () => {
  test("covers the first visit for ten seconds, tells its progress, and is remembered", async ({
    page,
  }) => {
    await stopClock(page);
    await page.goto("/");
    await expect(loader(page)).toBeVisible();
    await expect(page.locator("div:has(> #content)")).toHaveAttribute("inert", "");
    await expect(page.getByRole("button", { name: "Skip" })).toBeFocused();
    expect(await flag(page)).toBeNull();

    const seen: number[] = [];
    for (let second = 0; second < 9; second++) {
      await page.clock.runFor(1000);
      const percent = Number(
        await loader(page).getByRole("progressbar").getAttribute("aria-valuenow"),
      );
      seen.push(percent);
      await expect(loader(page).getByText(statusWord(percent), { exact: true })).toBeVisible();
      await expect(loader(page).getByRole("status")).toHaveText(statusMessage(percent, "Pulse"));
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    // 0.8 to 3.3 every 120 to 200 ms
    expect(seen[0]).toBeGreaterThanOrEqual(4);
    expect(seen[0]).toBeLessThanOrEqual(28);
    expect(seen[8]).toBeGreaterThan(90);

    await page.clock.runFor(1500);
    await expect(loader(page)).toHaveCount(0);
    await expect(page.locator("div:has(> #content)")).not.toHaveAttribute("inert");
    expect(await flag(page)).toBe("true");

    await page.reload();
    await hydrated(page);
    await expect(loader(page)).toHaveCount(0);
  });

  test("ends with Escape, also after a press beside its button", async ({ page }) => {
    // Left alone it would end by itself before long.
    await stopClock(page);
    for (const pressesBeside of [false, true]) {
      await page.goto("/");
      await expect(loader(page)).toBeVisible();
      if (pressesBeside) await loader(page).click({ position: { x: 300, y: 20 } });
      await page.keyboard.press("Escape");
      await expect(loader(page)).toHaveCount(0);
      expect(await flag(page)).toBe("true");
      await page.evaluate(() => localStorage.removeItem("loaderShown"));
    }
  });

  test("has no violation of WCAG, a ring that is smaller below 768 px, and ends with the Skip button", async ({
    page,
  }) => {
    // Left alone it would end by itself before long.
    await holdLongTimers(page);
    await page.goto("/");
    const ring = loader(page).locator("svg:has(circle)");
    const measures = async () => [
      await ring.locator("circle").last().getAttribute("r"),
      await ring.getAttribute("stroke-width"),
    ];
    await expect(ring).toBeVisible();
    expect(await measures()).toEqual(["30", "2"]);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 767, height: 844 });
    await expect.poll(measures).toEqual(["15.2", "1"]);
    await expect(loader(page).locator(".particle")).toHaveCount(50);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Skip" }).click();
    await expect(loader(page)).toHaveCount(0);
    expect(await flag(page)).toBe("true");
  });
});
