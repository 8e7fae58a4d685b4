import type { Page } from "@playwright/test";
import { test as siteTest } from "./site";

export const DASHBOARD = "/pulsescout/dashboard";
export const TRIPS = `${DASHBOARD}?tab=trip`;

/** Playwright's `test` on the shared server whose fake upstream has 30 trips. */
export const test = siteTest.extend({
  baseURL: async ({}, use) => use(process.env.DASHBOARD_ORIGIN),
});

/** Waits until the charts in view are drawn; returns at once without scripts. */
export async function settled(page: Page, scripts: boolean | undefined): Promise<void> {
  const areDrawn = () => {
    const missing = [...document.querySelectorAll("main section [role=img]:not(:has(svg))")];
    return missing.every((chart) => chart.getBoundingClientRect().top > innerHeight);
  };
  if (scripts) await page.waitForFunction(areDrawn);
}

export function scriptsFetched(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1024, 0),
  );
}

export { expect } from "@playwright/test";
export { holdRequests, pageProblems, toasts, waitForHydration } from "./site";

/** Records the URLs of the page's `.data` requests, from the call on. */
export function dataRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".data")) urls.push(request.url());
  });
  return urls;
}
