import type { Page } from "@playwright/test";

const MARK = "everything before this has been told";

/**
 * Waits until whatever the page has complained about so far has been told: the browser tells in order, so a
 * message of our own, left two frames later, comes last. Needs scripts only where the page has them.
 */
export async function caughtUp(page: Page, scripts = true): Promise<void> {
  const told = page.waitForEvent("console", (message) => message.text() === MARK);
  if (scripts) {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  // eslint-disable-next-line no-console -- the message is what is waited for
  await page.evaluate((mark) => console.info(mark), MARK);
  await told;
}
