import { gzipSync } from "node:zlib";
import { pages } from "~/content/pages";
import { EVERY_PAGE } from "../support/every-page";
import { expect, hydrated, test } from "./site";

/** Kilobytes of a first view on a phone, films not counted. */
const BUDGETS = { total: 500, script: 130, font: 60 };

const TEXTS = ["document", "script", "stylesheet", "fetch"];

/** The dashboard's files are weighed over HTTP (tests/integration/critical-resources.test.ts). */
const PAGES = EVERY_PAGE.filter((path) => path !== pages.dashboard.path);

test.use({ viewport: { width: 390, height: 844 } });

for (const path of PAGES) {
  test(`${path} is within its budgets, and nothing in it fails`, async ({ page }) => {
    const sizes: Record<string, number> = { total: 0 };
    const complaints: string[] = [];
    const weighed: Promise<void>[] = [];
    page.on("pageerror", (error) => complaints.push(error.stack ?? error.message));
    page.on("console", (message) => {
      // Chrome's word on the app link that a page opens untouched (referral).
      if (message.text().startsWith("Not allowed to launch 'pulsescout:")) return;
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("response", (response) => {
      const type = response.request().resourceType();
      if (!response.ok()) complaints.push(`${response.status()} ${response.url()}`);
      if (type === "media") return;
      const weigh = async () => {
        const body = await response.body();
        const kilobytes = (TEXTS.includes(type) ? gzipSync(body) : body).length / 1024;
        sizes[type] = (sizes[type] ?? 0) + kilobytes;
        sizes.total = (sizes.total ?? 0) + kilobytes;
      };
      weighed.push(weigh());
    });
    await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
    await page.goto(path);
    // Scripts come after the first frame: on a busy machine the network rests before.
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    await Promise.all(weighed);
    // What comes from now on could not be weighed before the page is closed.
    page.removeAllListeners("response");
    for (const [type, budget] of Object.entries(BUDGETS)) {
      expect.soft(sizes[type], type).toBeLessThanOrEqual(budget);
    }
    expect(complaints).toEqual([]);
  });
}
