import type { Page } from "@playwright/test";
import { loaderMessages } from "~/content/loader";
import { textAt } from "~/features/home/loader/loader";
import { expect, stopClock, test } from "./home-site";
import { holdLongTimers, holdRequests } from "./site";
import { expectNoWcagViolations } from "./wcag";

const loader = (page: Page) => page.getByRole("dialog", { name: "Loading" });
const flag = (page: Page) => page.evaluate(() => localStorage.getItem("loaderShown"));

const ended = async (page: Page) => {
  await expect(loader(page)).toHaveCount(0);
  await expect.poll(() => flag(page)).toBe("true");
};

test("the loader covers the first visit, shows progress, is remembered", async ({ page }) => {
  await stopClock(page);
  await page.goto("/");
  await expect(loader(page)).toBeVisible();
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Skip" })).toBeFocused();
  expect(await flag(page)).toBeNull();
  await page.clock.runFor(9000);
  await expect(async () => {
    const progress = loader(page).getByRole("progressbar");
    const percent = Number(await progress.getAttribute("aria-valuenow"));
    expect(percent).toBeGreaterThan(90);
    const status = await loader(page).getByRole("status").textContent();
    expect(status).toBe(textAt(percent, loaderMessages).replace("{product}", "Pulse"));
  }).toPass();
  await page.clock.runFor(1500);
  await ended(page);
});

test("the loader opens before the app's scripts come, and ends without them", async ({ page }) => {
  await stopClock(page);
  await holdRequests(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  await expect(loader(page)).toBeVisible();
  await page.clock.runFor(10_000);
  await ended(page);
});

test("the loader meets WCAG and ends with Escape and its button, at the page's top or section", async ({
  page,
}) => {
  // Otherwise the loader would end by itself.
  await holdLongTimers(page);
  await page.goto("/");
  await expect(loader(page)).toBeVisible();
  await expectNoWcagViolations(page, "the loader", { part: "dialog[open]" });
  await loader(page).click({ position: { x: 300, y: 20 } });
  await page.keyboard.press("Escape");
  await ended(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await page.evaluate(() => localStorage.removeItem("loaderShown"));
  // With another query it is another document.
  await page.goto("/?again#team");
  await page.getByRole("button", { name: "Skip" }).click();
  await ended(page);
  await expect(page.locator("#team")).toBeInViewport({ ratio: 0.5 });
});
