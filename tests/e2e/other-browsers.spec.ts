import type { Page } from "@playwright/test";
import { EVERY_PAGE } from "../support/every-page";
import { DASHBOARD } from "./dashboard-site";
import { stepsOn } from "./deletion-steps";
import { openHome, show } from "./home-site";
import { expect, pageProblems, test } from "./site";

/** By how many pixels the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

test("a visitor opens every page, deletes an account and filters trips", async ({
  page,
  browserName,
}) => {
  const problems = pageProblems(page);
  await openHome(page);
  await show(page.locator("#blogs"));
  await page.locator("#blogs .swiper-initialized").waitFor();
  await page.getByRole("button", { name: "Next article" }).click();
  await expect(page.getByText("2 / 16")).toBeVisible();
  for (const path of EVERY_PAGE) {
    await page.goto(path);
    await expect(page.locator("h1"), path).toHaveCount(1);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page), path).toBe(0);
    }
  }
  const steps = stepsOn(page);
  await steps.reachReasons(browserName === "firefox" ? "9000000098" : "9000000099");
  await steps.giveReason();
  await steps.confirmDeletion(steps.dialog("Account Deleted Successfully"));

  await page.goto(DASHBOARD);
  for (const chart of await page.getByRole("main").getByRole("img").all()) {
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.locator("svg")).toBeVisible();
  }
  await page.goto(`${DASHBOARD}?tab=trip`);
  await page.getByRole("button", { name: "Filter By" }).click();
  await page.getByRole("combobox", { name: "Country" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/country=/);
  expect(problems).toEqual([]);
});
