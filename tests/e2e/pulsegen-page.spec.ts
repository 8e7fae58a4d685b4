import type { Page } from "@playwright/test";
import { stopClock } from "./home-site";
import { expect, sectionOf, test } from "./site";

const carousel = (page: Page) => page.getByRole("region", { name: "The three steps of PulseGen" });

test("the cards of how it works stay under the header", { tag: "@markup" }, async ({ page }) => {
  await page.goto("/pulsegen");
  const cards = sectionOf(page, "How it works").getByRole("listitem");
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) await expect(card).toHaveCSS("position", "sticky");
});

test("on phones, and without scripts, the steps are a readable list without controls", async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled) await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/pulsegen");
  const steps = carousel(page).getByRole("listitem");
  await expect(steps).toHaveCount(3);
  for (const step of await steps.all()) await expect(step.getByRole("paragraph")).toBeVisible();
  await expect(carousel(page).getByRole("button")).toHaveCount(0);
});

test("the steps' light", { tag: "@js" }, async ({ page }) => {
  const lit = carousel(page).locator("[data-lit] h3");
  const motionSwitch = page.getByRole("switch", { name: "Pause motion" });
  const goOnFrom = (name: string) =>
    page
      .getByRole("link", { name: "Skip to content" })
      .focus()
      .then(() => expect(lit).toHaveText(name));
  await stopClock(page);
  await page.goto("/pulsegen");

  await test.step("goes on every 5 s and begins anew", async () => {
    await expect(lit).toHaveText("Capture");
    await page.clock.runFor(4900);
    await expect(lit).toHaveText("Capture");
    await page.clock.runFor(200);
    await expect(lit).toHaveText("Process");
    await expect(carousel(page).locator("[aria-live]")).toHaveText("2 / 3");
    await page.clock.runFor(10_000);
    await expect(lit).toHaveText("Capture");
  });

  await test.step("stops and goes on with its own button", async () => {
    await page.getByRole("button", { name: "Pause steps" }).press("Enter");
    await goOnFrom("Capture");
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Capture");
    await page.getByRole("button", { name: "Play steps" }).press("Enter");
    await goOnFrom("Capture");
    await page.clock.runFor(5100);
    await expect(lit).toHaveText("Process");
  });

  await test.step("moves at once with Next and Previous, and waits while the focus is there", async () => {
    await page.getByRole("button", { name: "Next step" }).press("Enter");
    await expect(lit).toHaveText("Analyze");
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Analyze");
    await page.getByRole("button", { name: "Previous step" }).press("Enter");
    await expect(lit).toHaveText("Process");
  });

  await test.step("stops under Pause motion", async () => {
    await motionSwitch.press("Enter");
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Process");
    await motionSwitch.press("Enter");
    await page.clock.runFor(5100);
    await expect(lit).toHaveText("Analyze");
  });
});
