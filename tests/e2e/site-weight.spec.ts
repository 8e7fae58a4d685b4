import { EVERY_PAGE } from "../support/every-page";
import { expect, holdLongTimers, pageProblems, test } from "./site";

/** Kilobytes of scripts, compressed, that a page fetches until it is idle. */
const PUBLIC = 120;
const BUDGETS: Record<string, number> = {
  "/": 145, // with its carousels
  "/pulsescout/dashboard": 215,
  "/pulsescout/dashboard?tab=trip": 125,
  // As a form without a choice writes it, with a parameter that is none of ours.
  "/pulsescout/dashboard?tab=trip&date=&country=&utm_source=x": 125,
  "/pulsescout/dashboard/report": 125,
};

test("every page is within its budget of scripts and has no errors", async ({ page }) => {
  const problems = pageProblems(page);
  // The referral page would leave for the store.
  await holdLongTimers(page);
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  for (const path of new Set([...EVERY_PAGE, ...Object.keys(BUDGETS)])) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const kilobytes = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1024, 0),
    );
    expect(kilobytes, path).toBeLessThanOrEqual(BUDGETS[path] ?? PUBLIC);
    // Chrome's message about the app link that the referral page opens without a user gesture.
    const faults = problems.filter((text) => !text.startsWith("Not allowed to launch 'puls"));
    expect([path, faults]).toEqual([path, []]);
  }
});
