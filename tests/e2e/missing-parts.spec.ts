import type { Page } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";
import { EVERY_PAGE } from "../support/every-page";
import { button } from "./deletion-steps";
import { expect, faultsOf, holdScripts, hydrated, test } from "./site";

async function expectWhole(page: Page, faults: string[]): Promise<void> {
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  await expect(page.locator("h1")).not.toHaveCount(0);
  expect(faults).toEqual([]);
}

const lookAround = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 700) {
      scrollTo({ top, behavior: "instant" });
      // Observers are told after the next frame. Chromium 156 now and then stops drawing frames; the page still works.
      await Promise.race([
        new Promise(requestAnimationFrame),
        new Promise((resolve) => setTimeout(resolve, 1000)),
      ]);
    }
  });

const skipLoader = () => localStorage.setItem("loaderShown", "true");

const ASSETS = "build/client/assets";

/**
 * The files that built scripts fetch late, by their names without hash: `chart` for `chart-BCu2ri5S.js`. Those that a
 * page waits for have tests of their own.
 */
function lateFiles(): string[] {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
  const found = scripts.flatMap((file) => {
    const source = readFileSync(`${ASSETS}/${file}`, "utf8");
    return [...source.matchAll(/import\("\.\/(.+?)-[\w-]{8}\.js"\)/g)].map(([, name]) =>
      String(name),
    );
  });
  return [...new Set(found)].filter((name) => !isAwaited(name));
}

/** A file without which React does not take its page over: texts of the deletion. */
const isAwaited = (name: string) => name.startsWith("catalogue-");

/** A page that fetches it; of a file without one all pages are opened. */
const FETCHED_BY: Record<string, string> = {
  chart: "/pulsescout/dashboard",
  "start-swiper": "/",
  "solutions-deck": "/",
  loader: "/",
  "report-vitals": "/blogs",
};

/** A visitor in ten, in a browser that no program drives: one whose page reports its measures. */
const beTold = () => {
  Math.random = () => 0;
  Object.defineProperty(navigator, "webdriver", { get: () => false });
};

test.describe("a file that is fetched late and does not come", () => {
  for (const name of lateFiles()) {
    test(`${name} is missed by nothing else, however late scripts come`, async ({ page }) => {
      const faults = faultsOf(page);
      const refused: string[] = [];
      // A style sheet of the same name, too.
      await page.route(`**/assets/${name}-*`, (route) => {
        refused.push(route.request().url());
        return route.abort();
      });
      if (name !== "loader") await page.addInitScript(skipLoader);
      if (name === "report-vitals") await page.addInitScript(beTold);
      const path = FETCHED_BY[name];
      for (const opened of path === undefined ? EVERY_PAGE : [path]) {
        for (const late of [true, false]) {
          const letCome = late ? await holdScripts(page) : undefined;
          await page.goto(opened, late ? { waitUntil: "commit" } : {});
          await page.waitForLoadState("domcontentloaded");
          if (late) await lookAround(page);
          letCome?.();
          await hydrated(page);
          await lookAround(page);
          if (name === "loader") await expect(page.locator("html[data-cover]")).toHaveCount(0);
          await expectWhole(page, faults);
        }
      }
      await expect.poll(() => refused).not.toEqual([]);
    });
  }

  for (const name of ["catalogue", "delete-user"]) {
    test(`${name} leaves the deletion page as it works without scripts`, async ({ page }) => {
      const faults = faultsOf(page);
      const refused = page.waitForEvent("requestfailed");
      await page.route(`**/assets/${name}-*.js`, (route) => route.abort());
      await page.goto("/pulsescout/delete-user", { waitUntil: "commit" });
      await refused;
      await page.getByRole("textbox", { name: "Phone number" }).fill("12");
      await button(page, "Send OTP").click();
      await expect(page.getByRole("alert")).toContainText("Please enter a valid phone number");
      await expectWhole(page, faults);
    });
  }

  test("is said where nothing stands in for it", async ({ page }) => {
    const faults = faultsOf(page);
    await page.route("**/assets/chart-*.js", (route) => route.abort());
    await page.goto("/pulsescout/dashboard");
    await expect(page.getByText("The chart could not be loaded").first()).toBeVisible();
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectWhole(page, faults);
  });

  test("is the table's matter where no script of the dashboard comes", async ({ page }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/pulsescout/dashboard", { waitUntil: "commit" });
    await expect(page.getByText("Show as table")).toHaveCount(4);
    await expect(page.getByRole("table")).toHaveCount(0);
    // Ten seconds later.
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await expect(page.getByRole("table")).toHaveCount(4);
    await expect(page.getByRole("img", { name: /^Total users by month/ })).toBeHidden();
  });
});

/** What not every engine has since 2022, by where it is found. */
const YOUNG_INTERFACES = [
  "HTMLElement.prototype.popover",
  "HTMLElement.prototype.showPopover",
  "HTMLElement.prototype.hidePopover",
  "HTMLElement.prototype.togglePopover",
  "HTMLElement.prototype.inert",
  "HTMLVideoElement.prototype.requestVideoFrameCallback",
  "Navigator.prototype.clipboard",
  "Navigator.prototype.connection",
  "requestIdleCallback",
  "PerformanceObserver",
];

function takeAway(interfaces: readonly string[]) {
  for (const path of interfaces) {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    const owner = steps.reduce<object>((from, step) => Reflect.get(from, step) as object, window);
    Reflect.deleteProperty(owner, name);
  }
}

function forbidStorage() {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  }
}

const PAGES = [
  ...EVERY_PAGE,
  "/pulsescout/dashboard?tab=trip",
  "/pulsescout/dashboard/status",
  "/contactus?audience=individual",
];

test("without storage and what is younger than 2022 every page is shown", async ({ page }) => {
  // On a busy machine they take longer together than a test of one page may.
  test.setTimeout(PAGES.length * 20_000);
  const faults = faultsOf(page);
  await page.addInitScript(takeAway, YOUNG_INTERFACES);
  await page.addInitScript(forbidStorage);
  for (const path of PAGES) {
    const letCome = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForLoadState("domcontentloaded");
    await lookAround(page);
    letCome();
    await hydrated(page);
    await lookAround(page);
    await expectWhole(page, faults);
    await page.unrouteAll();
  }
});

test("Back before scripts have started shows what the address says", async ({ page }) => {
  await page.goto("/pulsescout/dashboard?tab=trip");
  const firstOf = () => page.getByRole("table").getByRole("row").nth(1).textContent();
  const first = await firstOf();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(firstOf).not.toBe(first);
  const letCome = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect.poll(firstOf).not.toBe(first);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).not.toHaveURL(/page=2/);
  letCome();
  await expect.poll(firstOf).toBe(first);
});
