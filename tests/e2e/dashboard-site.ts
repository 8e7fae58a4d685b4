import { expect, type Page } from "@playwright/test";
import { test as siteTest } from "./site";

export const DASHBOARD = "/pulsescout/dashboard";
export const TRIPS = `${DASHBOARD}?tab=trip`;

/** Playwright's `test` on the shared server whose fake upstream has 30 trips. */
export const test = siteTest.extend({
  baseURL: async ({}, use) => use(process.env.DASHBOARD_ORIGIN),
});

/** Expects that screen readers hear these words once. */
export const expectHeard = (page: Page, words: string) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: words })).toHaveCount(1);

/** Waits until the fonts have loaded and the charts in view are drawn. */
export async function settled(page: Page): Promise<void> {
  const areDrawn = () => {
    if (document.fonts.status === "loading") return false;
    const missing = [...document.querySelectorAll("main section [role=img]:not(:has(svg))")];
    return missing.every((chart) => chart.getBoundingClientRect().top > innerHeight);
  };
  await page.waitForFunction(areDrawn);
}

export { expect };
export { holdRequests, pageProblems, QUICKLY, toasts } from "./site";
