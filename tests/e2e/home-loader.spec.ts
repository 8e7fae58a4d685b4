import type { Page } from "@playwright/test";
import { statusMessage } from "~/features/home/loader/loader-progress";
import { expect, stopClock, test } from "./home-site";
import { holdLongTimers } from "./site";
import { expectNoWcagViolations } from "./wcag";

const loader = (page: Page) => page.getByRole("dialog", { name: "Loading" });
const flag = (page: Page) => page.evaluate(() => localStorage.getItem("loaderShown"));

test("the loader covers the first visit, shows progress, is remembered", async ({ page }) => {
  await stopClock(page);
  await page.goto("/");
  await expect(loader(page)).toBeVisible();
  await expect(page.locator("div:has(> #content)")).toHaveAttribute("inert", "");
  await expect(page.getByRole("button", { name: "Skip" })).toBeFocused();
  expect(await flag(page)).toBeNull();
  await page.clock.runFor(9000);
  // The reflectors and their style sheet load late.
  await expect(loader(page).locator(".particle").first()).toHaveCSS("position", "absolute");
  const progress = loader(page).getByRole("progressbar");
  const percent = Number(await progress.getAttribute("aria-valuenow"));
  expect(percent).toBeGreaterThan(90);
  await expect(loader(page).getByRole("status")).toHaveText(statusMessage(percent, "Pulse"));
  await page.clock.runFor(1500);
  await expect(loader(page)).toHaveCount(0);
  await expect(page.locator("div:has(> #content)")).not.toHaveAttribute("inert");
  expect(await flag(page)).toBe("true");

  await page.reload();
  await expect(loader(page)).toHaveCount(0);
});

test("the loader uncovers the page when its file is late", async ({ page }) => {
  await stopClock(page);
  const loaderRequest = page.waitForRequest(/\/loader-[^/]*\.js$/);
  await page.route(/\/loader-[^/]*\.js$/, () => undefined);
  await page.goto("/", { waitUntil: "commit" });
  await loaderRequest;
  await expect(page.locator("div:has(> #content)")).toHaveAttribute("inert", "");
  await page.clock.runFor(4000);
  await expect(page.locator("div:has(> #content)")).not.toHaveAttribute("inert");
  expect(await flag(page)).toBe("true");
});

test("the loader meets WCAG and ends with Escape and its button", async ({ page }) => {
  // Otherwise the loader would end by itself.
  await holdLongTimers(page);
  for (const key of ["Escape", "Skip"]) {
    await page.goto("/");
    await expect(loader(page)).toBeVisible();
    if (key === "Skip") {
      await expectNoWcagViolations(page, "the loader");
      await page.getByRole("button", { name: "Skip" }).click();
    } else {
      await loader(page).click({ position: { x: 300, y: 20 } });
      await page.keyboard.press("Escape");
    }
    await expect(loader(page)).toHaveCount(0);
    expect(await flag(page)).toBe("true");
    await page.evaluate(() => localStorage.removeItem("loaderShown"));
  }
});
