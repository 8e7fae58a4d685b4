import type { Page } from "@playwright/test";
import { expect, test } from "./site";

test.beforeEach(({ page }) => page.goto("/privacyandpolicy-app").then(() => undefined));

const contents = (page: Page) => page.getByRole("navigation", { name: "Sections" });

test("leads from its contents to every section", async ({ page, javaScriptEnabled }) => {
  const links = contents(page).getByRole("link");
  await expect(links).toHaveCount(17);
  await links.filter({ hasText: "Privacy zones" }).click();
  const zones = page.getByRole("heading", { name: "Privacy zones" });
  await expect(zones).toBeInViewport();
  // The mark of where one reads is a script's.
  if (!javaScriptEnabled) return;
  await expect(contents(page).locator("[aria-current]:visible")).toContainText("Privacy zones");
});

test("folds its contents on phones, scripts or not", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const links = contents(page).getByRole("link");
  await expect(links).toHaveCount(0);
  await page.getByText("All 17 sections").click();
  await expect(links).toHaveCount(17);
  await links.last().click();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeInViewport();
});
