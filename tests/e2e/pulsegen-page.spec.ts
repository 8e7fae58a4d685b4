import type { Page } from "@playwright/test";
import { expect, sectionOf, test } from "./site";

const STEPS = ["Capture", "Process", "Analyze"];

const carousel = (page: Page) => page.getByRole("region", { name: "The three steps of PulseGen" });

test.describe(() => {
  test.use({ films: true });

  test("opens with the film, its words and the whitepaper", async ({ page, javaScriptEnabled }) => {
    await page.goto("/pulsegen");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Step into the future");
    const main = page.getByRole("main");
    await expect(main.getByText("25+ real time data points", { exact: true })).toBeVisible();
    await expect(main.getByText("live road conditions", { exact: true })).toBeVisible();
    const whitepaper = main.getByRole("link", { name: "Read the whitepaper" });
    await expect(whitepaper).toHaveAttribute("target", "_blank");
    await expect(whitepaper).toHaveAttribute("rel", "noopener");
    await expect(main.getByRole("img", { name: "A city as data" })).toBeVisible();
    const video = page.locator("[data-film='pulsegen-hero'] video");
    await expect(video).toHaveJSProperty("loop", true);
    if (javaScriptEnabled) await expect(video).toHaveJSProperty("paused", false);
  });
});

test(
  "shows how it works: three cards that stay under the header",
  { tag: "@markup" },
  async ({ page }) => {
    await page.goto("/pulsegen");
    const cards = sectionOf(page, "How it works").getByRole("listitem");
    await expect(cards.getByRole("heading", { level: 3 })).toHaveText(STEPS);
    for (const card of await cards.all()) await expect(card).toHaveCSS("position", "sticky");
    await expect(cards.nth(0)).toContainText("1080p or higher");
    await expect(cards.nth(1)).toContainText("breaks footage into frames");
    await expect(cards.nth(2)).toContainText("Severity, location, frequency");
    await expect(cards.nth(2)).toContainText(
      "Maintenance prioritization, traffic rerouting, hazard alerts",
    );
    await expect(sectionOf(page, "How it works").getByRole("img")).toHaveCount(3);
  },
);

test("says what PulseGen is in three readable steps at every width", async ({ page }) => {
  await page.goto("/pulsegen");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(sectionOf(page, "What is PulseGen?").first()).toBeVisible();
    const steps = carousel(page).getByRole("listitem");
    await expect(steps.getByRole("heading", { level: 3 })).toHaveText(STEPS);
    for (const step of await steps.all()) await expect(step.getByRole("paragraph")).toBeVisible();
  }
});

test("on phones, and without scripts, the steps are a list without controls", async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled) await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/pulsegen");
  await expect(carousel(page).getByRole("button")).toHaveCount(0);
  const places = await carousel(page)
    .getByRole("listitem")
    .evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().x));
  if (javaScriptEnabled) expect(new Set(places).size).toBe(1);
});

test("the steps' light", { tag: "@js" }, async ({ page }) => {
  const lit = carousel(page).locator("[data-lit] h3");
  const motionSwitch = page.getByRole("switch", { name: "Pause motion" });
  // Standing still from the start: time goes on only where a step says so.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const step = (says: string, look: () => Promise<void>) =>
    test.step(says, async () => {
      await page.mouse.move(0, 0);
      await page.goto("/pulsegen");
      await page.getByRole("button", { name: "film: hazard map" }).waitFor();
      await look();
    });

  await step("goes on every 5 s and begins anew", async () => {
    await expect(lit).toHaveText("Capture");
    await page.clock.runFor(4900);
    await expect(lit).toHaveText("Capture");
    await page.clock.runFor(200);
    await expect(lit).toHaveText("Process");
    await expect(carousel(page).locator("[aria-live]")).toHaveText("2 / 3");
    await page.clock.runFor(5000);
    await expect(lit).toHaveText("Analyze");
    await page.clock.runFor(5000);
    await expect(lit).toHaveText("Capture");
  });

  await step("stops and goes on with its own button", async () => {
    await page.getByRole("button", { name: "Pause steps" }).click();
    await page.mouse.move(0, 0);
    await page.keyboard.press("Tab");
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Capture");
    await page.getByRole("button", { name: "Play steps" }).evaluate((button: HTMLElement) => {
      button.click();
      button.blur();
    });
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.clock.runFor(5100);
    await expect(lit).toHaveText("Process");
  });

  await step("moves at once with Next and Previous, and waits while one is there", async () => {
    await page.getByRole("button", { name: "Next step" }).click();
    await expect(lit).toHaveText("Process");
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Process");
    await page.getByRole("button", { name: "Previous step" }).press("Enter");
    await page.getByRole("button", { name: "Previous step" }).press("Enter");
    await expect(lit).toHaveText("Analyze");
  });

  await step("stops under Pause motion, and under reduced motion from the start", async () => {
    await motionSwitch.click();
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Capture");
    await motionSwitch.click();
    await page.clock.runFor(5100);
    await expect(lit).toHaveText("Process");

    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect(motionSwitch).toHaveAttribute("aria-checked", "true");
    await page.clock.runFor(20_000);
    await expect(lit).toHaveText("Capture");
    await expect(page.locator("video source")).toHaveCount(0);
  });
});
