import { gzipSync } from "node:zlib";
import { pages } from "~/content/pages";
import { EVERY_PAGE } from "../support/every-page";
import { expect, waitForHydration, test } from "./site";

/** Upper limits in kilobytes for a first view on a phone, without films. */
const BUDGETS = { total: 500, script: 130, font: 60 };

const TEXTS = ["document", "script", "stylesheet", "fetch"];

/** Without the dashboard, whose files tests/integration/critical-resources.test.ts measures over HTTP. */
const PAGES = EVERY_PAGE.filter((path) => path !== pages.dashboard.path);

test.use({ viewport: { width: 390, height: 844 } });

for (const path of PAGES) {
  test(`${path} is within its budgets and has no errors`, async ({ page }) => {
    const sizes: Record<string, number> = { total: 0 };
    const errors: string[] = [];
    const pending: Promise<void>[] = [];
    page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
    page.on("console", (message) => {
      // Chrome's message about the app link that the referral page opens without a user gesture.
      if (message.text().startsWith("Not allowed to launch 'pulsescout:")) return;
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("response", (response) => {
      const type = response.request().resourceType();
      if (!response.ok()) errors.push(`${response.status()} ${response.url()}`);
      if (type === "media") return;
      const measure = async () => {
        const body = await response.body();
        const kilobytes = (TEXTS.includes(type) ? gzipSync(body) : body).length / 1024;
        sizes[type] = (sizes[type] ?? 0) + kilobytes;
        sizes.total = (sizes.total ?? 0) + kilobytes;
      };
      pending.push(measure());
    });
    await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
    await page.goto(path);
    // Scripts load after the first frame; on a busy machine the network can be idle before that.
    await waitForHydration(page);
    await page.waitForLoadState("networkidle");
    await Promise.all(pending);
    // Later responses could not be measured before the page closes.
    page.removeAllListeners("response");
    for (const [type, budget] of Object.entries(BUDGETS)) {
      expect.soft(sizes[type], type).toBeLessThanOrEqual(budget);
    }
    expect(errors).toEqual([]);
  });
}
