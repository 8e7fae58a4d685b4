import type { Page } from "@playwright/test";
import { stopClock } from "./home-site";
import { expect, holdLongTimers, test } from "./site";
import { expectNoWcagViolations, overflowingElements } from "./wcag";

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

/** Advances the clock by three seconds, each after its text has appeared. */
async function countDown(page: Page): Promise<void> {
  for (const seconds of [3, 2, 1]) {
    const text = `If the app doesn't open, redirecting to Play Store in ${seconds}...`;
    await expect(timer(page)).toHaveText(text);
    // An effect sets the next timer after the text is drawn; React schedules it by a MessageChannel, as here.
    await page.evaluate(
      () =>
        new Promise((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", done);
          port1.start();
          port2.postMessage("");
        }),
    );
    await page.clock.runFor(1000);
  }
}

/** Opens the page with timers of a second or more stopped: the countdown and toasts stay. */
async function openWithoutTimers(page: Page, path = PAGE): Promise<void> {
  await holdLongTimers(page);
  await page.goto(path);
}

test("does not redirect without scripts", { tag: "@no-js" }, async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByText("If the app doesn't open, go on to the Play Store.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy code" })).toBeHidden();
  await expect(page.locator("meta[http-equiv=refresh i]")).toHaveCount(0);
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("opens the app after 100 ms, and the store once after three seconds", async ({ page }) => {
    await page.goto("/blogs");
    await stopClock(page);

    await test.step("counts down to the redirect", async () => {
      // A 204 response keeps the page open.
      await page.route(STORE, (route) => route.fulfill({ status: 204 }));
      await page.goto(PAGE);
      await page.clock.runFor(99);
      await expect(frame(page)).toHaveCount(0);
      await page.clock.runFor(1);
      await expect(frame(page)).toHaveAttribute("src", "pulsescout://referral/PULSE-7K2M9Q");
      await expect(frame(page)).toBeHidden();
      await countDown(page);
      await expect(page.getByText("Redirecting to Play Store...")).toBeVisible();
      await expect(timer(page)).toHaveCount(0);
      await expect(stayHere(page)).toHaveCount(0);
      await page.unroute(STORE);
    });

    await test.step("replaces its history entry, so Back does not return to the countdown", async () => {
      await page.goto("/blogs");
      await page.goto(PAGE);
      await page.clock.runFor(100);
      await countDown(page);
      await page.waitForURL(STORE);
      await page.goBack({ waitUntil: "commit" });
      await expect(page).toHaveURL("/blogs");
    });
  });

  test("stays when asked to, and when a redirect would be useless", async ({ page, context }) => {
    await stopClock(page);
    const stoppedText = page.getByRole("status").getByText("Stopped. You stay here.");
    const open = async () => {
      await page.goto(PAGE);
      await page.clock.runFor(100);
      await expect(timer(page)).toBeVisible();
    };

    await test.step("after 'Stay here' by keyboard", async () => {
      await open();
      await stayHere(page).focus();
      await page.keyboard.press("Enter");
      await expect(stoppedText).toBeVisible();
      await expect(timer(page)).toHaveCount(0);
      await page.clock.fastForward("30:00");
      await expect(stoppedText).toBeVisible();
      await expect(page).toHaveURL(PAGE);
    });

    await test.step("while offline, because the store cannot load", async () => {
      await open();
      await context.setOffline(true);
      await page.clock.runFor(5000);
      await expect(stoppedText).toBeVisible();
      await expect(page).toHaveURL(PAGE);
      await context.setOffline(false);
    });

    await test.step("when the app has opened and hides the page", async () => {
      await open();
      await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await expect(stoppedText).toBeVisible();
    });

    await test.step("after the link that opens the app", async () => {
      await open();
      await page.getByRole("link", { name: "Open the app" }).click();
      await expect(stoppedText).toBeVisible();
    });

    await test.step("after the link that opens the store in a new tab", async () => {
      await open();
      const storePage = context.waitForEvent("page");
      await page.getByRole("link", { name: "Download on Play Store" }).click();
      await expect(await storePage).toHaveURL(STORE);
      await expect(stoppedText).toBeVisible();
    });
  });

  test("copies the code unchanged", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openWithoutTimers(page, "/ref/a%20%22%3Cb%3E%F0%9F%9A%97");
    await expect(timer(page)).toBeVisible();
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByText("Referral code copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a "<b>🚗');
  });

  test("meets WCAG, during the countdown and after stopping it", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openWithoutTimers(page);
    await expect(timer(page)).toBeVisible();
    for (const stage of ["counting", "staying"]) {
      // A click, not a key: Chromium with windows asks whether to open the app and takes keys as the answer.
      if (stage === "staying") await stayHere(page).click();
      await expect(timer(page)).toHaveCount(stage === "staying" ? 0 : 1);
      await expectNoWcagViolations(page, stage);
    }
  });

  test("a code of any length fits the window, a usual one on one line", async ({ page }) => {
    await holdLongTimers(page);
    await page.setViewportSize({ width: 320, height: 900 });
    for (const code of ["PULSE-7K2M9Q", "A".repeat(2000)]) {
      await page.goto(`/ref/${code}`);
      const lines = await page.locator("bdi").evaluate((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
      });
      if (code.length === 12) expect(lines).toBe(1);
      expect(await overflowingElements(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  });
});
