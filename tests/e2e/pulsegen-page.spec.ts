import type { Page } from "@playwright/test";
import { stopClock } from "./home-site";
import { expect, test } from "./site";

const carousel = (page: Page) => page.getByRole("region", { name: "The three steps of PulseGen" });

test("the highlight of the steps advances every 5 s, wraps, and moves at once by a press; on phones they are a list", async ({
  page,
}) => {
  const lit = carousel(page).locator("[data-lit] h3");
  await stopClock(page);
  await page.goto("/pulsegen");
  await expect(lit).toHaveText("Capture");
  await page.clock.runFor(4900);
  await expect(lit).toHaveText("Capture");
  await page.clock.runFor(200);
  await expect(lit).toHaveText("Process");
  await expect(carousel(page).locator("[aria-live]")).toHaveText("2 / 3");
  await page.clock.runFor(10_000);
  await expect(lit).toHaveText("Capture");
  await page.getByRole("button", { name: "Next step" }).press("Enter");
  await expect(lit).toHaveText("Process");
  await page.getByRole("button", { name: "Previous step" }).press("Enter");
  await expect(lit).toHaveText("Capture");
  await page.setViewportSize({ width: 390, height: 844 });
  const steps = carousel(page).getByRole("listitem").getByRole("paragraph");
  await expect(steps.filter({ visible: true })).toHaveCount(3);
  await expect(carousel(page).getByRole("button")).toHaveCount(0);
});
