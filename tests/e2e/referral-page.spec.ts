import type { Page } from "@playwright/test";
import { stopClock } from "./home-site";
import { expect, holdLongTimers, test } from "./site";
import { caughtUp } from "./caught-up";
import { violationsOf } from "./wcag";

const PAGE = "/ref/PULSE-7K2M9Q";
const STORE =
  "https://example.com/store?id=com.example.pulsescout&referrer=utm_source%3Dreferral%26utm_content%3DPULSE-7K2M9Q";

const timer = (page: Page) => page.getByRole("timer");
const frame = (page: Page) => page.locator("iframe");
/** The addresses that the page goes to from now on. */
function navigations(page: Page): string[] {
  const urls: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) urls.push(frame.url());
  });
  return urls;
}

const stayHere = (page: Page) => page.getByRole("button", { name: "Stay here" });

/** Stands in for the store; nothing leaves this machine. */
test.beforeEach(({ context }) =>
  context.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The store</title>" }),
  ),
);

/** Opens the page with the countdown at its first second, and messages that stay, however slow the machine is. */
async function openHeld(page: Page, path = PAGE): Promise<void> {
  await holdLongTimers(page);
  await page.goto(path);
}

test("shows the code, the store button and what it is for, with and without scripts", async ({
  page,
}) => {
  await openHeld(page);
  await expect(page).toHaveTitle("Opening PulseScout... | Pulse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Opening PulseScout...");
  await expect(page.getByText("Attempting to open app")).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ has: page.locator("bdi") })).toContainText(
    "Referral code PULSE-7K2M9Q",
  );
  const store = page.getByRole("link", { name: "Download on Play Store" });
  await expect(store).toHaveAttribute("href", STORE);
  await expect(page.getByText("Android only for now. iOS coming soon.")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the store link" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the app" })).toHaveAttribute(
    "href",
    "pulsescout://referral/PULSE-7K2M9Q",
  );
});

test("stays where it is without scripts", { tag: "@no-js" }, async ({ page }) => {
  const answer = await page.goto(PAGE);
  await expect(page.getByText("If the app doesn't open, go on to the Play Store.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy code" })).toBeHidden();
  // Nothing else could lead away.
  await expect(page.locator("meta[http-equiv=refresh i]")).toHaveCount(0);
  expect(answer?.headers().refresh).toBeUndefined();
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("tries the app after 100 ms, counts three seconds and goes to the store", async ({
    page,
  }) => {
    // A second is short for who looks from outside: the page itself notes what it says.
    const said: string[] = [];
    await page.exposeFunction("note", (text: string) => said.push(text));
    await page.addInitScript(() => {
      const { note } = window as unknown as { note: (text: string) => void }; // exposed above
      let last = "";
      new MutationObserver(() => {
        const text = document.querySelector("[role=timer]")?.textContent ?? "";
        if (text !== "" && text !== last) note((last = text));
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    const started = Date.now();
    await page.goto(PAGE, { waitUntil: "commit" });
    await expect(frame(page)).toHaveAttribute("src", "pulsescout://referral/PULSE-7K2M9Q");
    await expect(frame(page)).toBeHidden();
    await page.waitForURL(STORE);
    expect(Date.now() - started).toBeGreaterThanOrEqual(3100);
    expect(said).toEqual(
      [3, 2, 1].map((left) => `If the app doesn't open, redirecting to Play Store in ${left}...`),
    );
  });

  test("says when it leaves", async ({ page }) => {
    // The page stays when there is nothing to show instead.
    await page.route(STORE, (route) => route.fulfill({ status: 204 }));
    await page.goto(PAGE, { waitUntil: "commit" });
    await expect(page.getByText("Redirecting to Play Store...")).toBeVisible();
    await expect(timer(page)).toHaveCount(0);
    await expect(stayHere(page)).toHaveCount(0);
  });

  test("stays when asked to, by keyboard too", async ({ page }) => {
    await page.clock.install();
    await openHeld(page);
    await stayHere(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").getByText("Stopped. You stay here.")).toBeVisible();
    await expect(timer(page)).toHaveCount(0);
    const left = navigations(page);
    await page.clock.fastForward("30:00");
    expect(left).toEqual([]);
  });

  test("stays while the network is away: the store could not come", async ({ page, context }) => {
    await stopClock(page);
    await page.goto(PAGE);
    await page.clock.runFor(100);
    await expect(timer(page)).toBeVisible();
    await context.setOffline(true);
    await page.clock.runFor(5000);
    await expect(page.getByText("Stopped. You stay here.")).toBeVisible();
    await expect(page).toHaveURL(PAGE);
  });

  test("stays when the app has come up in front of it", async ({ page }) => {
    await openHeld(page);
    await expect(timer(page)).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect(page.getByText("Stopped. You stay here.")).toBeVisible();
  });

  test("opens the store in a new tab and stays itself", async ({ page, context }) => {
    await openHeld(page);
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Download on Play Store" }).click();
    await expect(await opened).toHaveURL(STORE);
    await expect(page.getByText("Stopped. You stay here.")).toBeVisible();
  });

  test("does not count down again for who comes back from the store", async ({ page }) => {
    await page.goto("/blogs");
    await page.goto(PAGE, { waitUntil: "commit" });
    await page.waitForURL(STORE);
    await page.goBack();
    await expect(page).toHaveURL("/blogs");
  });

  test("copies the code as it was given", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openHeld(page, "/ref/a%20%22%3Cb%3E%F0%9F%9A%97");
    await expect(timer(page)).toBeVisible();
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByText("Referral code copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a "<b>🚗');
  });

  test("says so when the code cannot be copied", async ({ page }) => {
    await openHeld(page);
    await expect(timer(page)).toBeVisible();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    });
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByText("Failed to copy referral code")).toBeVisible();
  });

  test("breaks none of its own policy", async ({ page }) => {
    const broken: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) broken.push(message.text());
    });
    await openHeld(page);
    await expect(frame(page)).toBeAttached();
    await caughtUp(page);
    expect(broken).toEqual([]);
  });

  test("has no violation of WCAG, counting and staying", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openHeld(page);
    await expect(timer(page)).toBeVisible();
    for (const stage of ["counting", "staying"]) {
      // No key: a Chromium with windows has asked by now whether the app may be opened, and takes keys as the answer.
      if (stage === "staying") await stayHere(page).click();
      await expect(timer(page)).toHaveCount(stage === "staying" ? 0 : 1);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect([stage, width, await violationsOf(page)]).toEqual([stage, width, []]);
      }
    }
  });
});

for (const code of ["PULSE-7K2M9Q", "A".repeat(2000), "%22%3E%3Cscript%3E%20%F0%9F%9A%97"]) {
  test(`the code ${code.slice(0, 20)} stays within its page at every width`, async ({ page }) => {
    await openHeld(page, `/ref/${code}`);
    expect(await page.locator("script").evaluateAll((all) => all.some((one) => !one.nonce))).toBe(
      false,
    );
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const text = await page.locator("bdi").boundingBox();
      expect((text?.x ?? 0) + (text?.width ?? Infinity)).toBeLessThanOrEqual(width);
    }
  });
}

test("a code of up to twelve letters stands on one line at every width", async ({ page }) => {
  await openHeld(page);
  for (const width of [320, 390, 640, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page.locator("bdi").evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
    });
    expect([width, lines]).toEqual([width, 1]);
  }
});
