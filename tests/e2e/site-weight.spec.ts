import { EVERY_PAGE } from "../support/every-page";
import { scriptsFetched } from "./dashboard-site";
import { expect, pageProblems, test } from "./site";

/** Kilobytes of scripts, compressed, that a page fetches until it is idle. */
const PUBLIC = 120;
const BUDGETS: Record<string, number> = {
  "/pulsescout/dashboard": 215,
  "/pulsescout/dashboard?tab=trip": 125,
  // As a form without a choice writes it, with a parameter that is none of ours.
  "/pulsescout/dashboard?tab=trip&date=&country=&utm_source=x": 125,
  "/pulsescout/dashboard/report": 125,
};

for (const path of new Set([...EVERY_PAGE, ...Object.keys(BUDGETS)])) {
  test(`${path} is within its budget and has no errors`, async ({ page }) => {
    const problems = pageProblems(page);
    await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await scriptsFetched(page)).toBeLessThanOrEqual(BUDGETS[path] ?? PUBLIC);
    // Chrome's message about the app link that the referral page opens without a user gesture.
    expect(problems.filter((text) => !text.startsWith("Not allowed to launch 'puls"))).toEqual([]);
  });
}
