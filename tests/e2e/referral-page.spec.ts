import type { Page } from "@playwright/test";
import { stopClock } from "./home-site";
import { expect, holdLongTimers, test } from "./site";
import { expectWcagKept, pastTheEdge } from "./wcag";

const PAGE = "/ref/PULSE-7K2M9Q";
const STORE =
  "https://example.com/store?id=com.example.pulsescout&referrer=utm_source%3Dreferral%26utm_content%3DPULSE-7K2M9Q";

const timer = (page: Page) => page.getByRole("timer");
const frame = (page: Page) => page.locator("iframe");
const stayHere = (page: Page) => page.getByRole("button", { name: "Stay here" });

/** Stands in for the store; nothing leaves this machine. */
test.beforeEach(({ context }) =>
  context.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The store</title>" }),
  ),
);

/** Lets the three seconds pass, each once it is told. */
async function countDown(page: Page): Promise<void> {
  for (const left of [3, 2, 1]) {
    const said = `If the app doesn't open, redirecting to Play Store in ${left}...`;
    await expect(timer(page)).toHaveText(said);
    // The timer of this second is set after its text is drawn: by an effect, which is a message of React's to itself.
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

/** Opens the page with the countdown at its first second, and messages that stay, however slow the machine is. */
async function openHeld(page: Page, path = PAGE): Promise<void> {
  await holdLongTimers(page);
  await page.goto(path);
}

test("stays where it is without scripts", { tag: "@no-js" }, async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByText("If the app doesn't open, go on to the Play Store.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy code" })).toBeHidden();
  await expect(page.locator("meta[http-equiv=refresh i]")).toHaveCount(0);
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("tries the app after 100 ms, and the store once after three seconds", async ({ page }) => {
    await page.goto("/blogs");
    await stopClock(page);

    await test.step("says when it leaves", async () => {
      // The page stays when there is nothing to show instead.
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

    await test.step("does not count down again for who comes back from the store", async () => {
      await page.goto("/blogs");
      await page.goto(PAGE);
      await page.clock.runFor(100);
      await countDown(page);
      await page.waitForURL(STORE);
      await page.goBack({ waitUntil: "commit" });
      await expect(page).toHaveURL("/blogs");
    });
  });

  test("stays when asked to, and when it would lead nobody anywhere", async ({ page, context }) => {
    await stopClock(page);
    const stopped = page.getByRole("status").getByText("Stopped. You stay here.");
    const open = async () => {
      await page.goto(PAGE);
      await page.clock.runFor(100);
      await expect(timer(page)).toBeVisible();
    };

    await test.step("asked by keyboard", async () => {
      await open();
      await stayHere(page).focus();
      await page.keyboard.press("Enter");
      await expect(stopped).toBeVisible();
      await expect(timer(page)).toHaveCount(0);
      await page.clock.fastForward("30:00");
      await expect(stopped).toBeVisible();
      await expect(page).toHaveURL(PAGE);
    });

    await test.step("while the network is away: the store could not come", async () => {
      await open();
      await context.setOffline(true);
      await page.clock.runFor(5000);
      await expect(stopped).toBeVisible();
      await expect(page).toHaveURL(PAGE);
      await context.setOffline(false);
    });

    await test.step("when the app has come up in front of it", async () => {
      await open();
      await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await expect(stopped).toBeVisible();
    });

    await test.step("when it has been told to open the app", async () => {
      await open();
      await page.getByRole("link", { name: "Open the app" }).click();
      await expect(stopped).toBeVisible();
    });

    await test.step("when it has opened the store in a new tab", async () => {
      await open();
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: "Download on Play Store" }).click();
      await expect(await opened).toHaveURL(STORE);
      await expect(stopped).toBeVisible();
    });
  });

  test("copies the code as it was given", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openHeld(page, "/ref/a%20%22%3Cb%3E%F0%9F%9A%97");
    await expect(timer(page)).toBeVisible();
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByText("Referral code copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a "<b>🚗');
  });

  test("has no violation of WCAG, counting and staying", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openHeld(page);
    await expect(timer(page)).toBeVisible();
    for (const stage of ["counting", "staying"]) {
      // No key: a Chromium with windows has asked by now whether the app may be opened, and takes keys as the answer.
      if (stage === "staying") await stayHere(page).click();
      await expect(timer(page)).toHaveCount(stage === "staying" ? 0 : 1);
      await expectWcagKept(page, stage);
    }
  });

  test("a code of any length stays in its page, a usual one on one line", async ({ page }) => {
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
      expect(await pastTheEdge(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  });
});
