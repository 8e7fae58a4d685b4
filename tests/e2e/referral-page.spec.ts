import type { Page } from "@playwright/test";
import { stopClock } from "./home-site";
import { expect, holdLongTimers, pageProblems, QUICKLY, test } from "./site";
import { expectFits, expectNoWcagViolations } from "./wcag";

const PAGE = "/ref/PULSE-7K2M9Q";
const STORE =
  "https://example.com/store?id=com.example.pulsescout&referrer=utm_source%3Dreferral%26utm_content%3DPULSE-7K2M9Q";

const timer = (page: Page) => page.getByRole("timer");
const frame = (page: Page) => page.locator("iframe");
const stayHere = (page: Page) => page.getByRole("button", { name: "Stay here" });

/** Answers in place of the store, so that no request leaves this machine. */
test.beforeEach(({ context }) =>
  context.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The store</title>" }),
  ),
);

/** Advances the clock by three seconds, in steps, because each second's timer is set after the one before. */
async function countDown(page: Page): Promise<void> {
  for (const seconds of [3, 2, 1]) {
    const text = `If the app doesn't open, redirecting to Play Store in ${seconds}...`;
    const soon = () => page.clock.runFor(100).then(() => timer(page).textContent());
    await expect.poll(soon, QUICKLY).toBe(text);
    await page.clock.runFor(700);
  }
  await page.clock.runFor(300);
}

test("opens the app after 100 ms, and the store once after three seconds", async ({ page }) => {
  await page.goto("/robots.txt");
  await stopClock(page);
  await page.goto(PAGE);
  await page.clock.runFor(99);
  await expect(frame(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(frame(page)).toHaveAttribute("src", "pulsescout://referral/PULSE-7K2M9Q");
  await expect(frame(page)).toBeHidden();
  await countDown(page);
  await page.waitForURL(STORE);
  // The redirect has replaced the countdown in the history.
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL("/robots.txt");
});

/** What stops the countdown: a wish, or that a redirect would be useless. */
const stops: Record<string, (page: Page) => Promise<unknown>> = {
  "the app, which hides the page": (page) =>
    page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }),
  "the link that opens the app": (page) => page.getByRole("link", { name: "Open the app" }).click(),
  "the link that opens the store in a new tab": async (page) => {
    const storePage = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Download on Play Store" }).click();
    await expect(await storePage).toHaveURL(STORE);
  },
};
test("stays when asked to, and when a redirect would be useless", async ({ page }) => {
  await stopClock(page);
  for (const [name, stop] of Object.entries(stops)) {
    await page.goto(PAGE);
    await page.clock.runFor(100);
    await expect(timer(page)).toBeVisible();
    await stop(page);
    await expect(page.getByRole("status").getByText("Stopped. You stay here."), name).toBeVisible();
    await expect(timer(page)).toHaveCount(0);
    await page.clock.runFor(60_000);
    await expect(page).toHaveURL(PAGE);
  }
});

test("copies the code, meets WCAG, and fits the window", async ({ page, context }) => {
  const problems = pageProblems(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await holdLongTimers(page);
  await page.goto("/ref/a%20%22%3Cb%3E%F0%9F%9A%97");
  await expect(timer(page)).toBeVisible();
  await expectNoWcagViolations(page, "counting");
  // A click, not a key: Chromium with windows asks whether to open the app and takes keys as the answer.
  await stayHere(page).click();
  await expect(timer(page)).toHaveCount(0);
  await expect(page.getByRole("status").getByText("Stopped. You stay here.")).toBeVisible();
  await page.getByRole("button", { name: "Copy code" }).click();
  await expect(page.getByText("Referral code copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a "<b>🚗');
  // Chrome's message about the app link, which the page opens without a user gesture.
  expect(problems.filter((text) => !text.startsWith("Not allowed to launch 'puls"))).toEqual([]);

  await page.goto(`/ref/${"A".repeat(2000)}`);
  await expectFits(page, "a long code");
});
