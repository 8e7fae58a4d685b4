import type { Page } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";
import { EVERY_PAGE } from "../support/every-page";
import { button } from "./deletion-steps";
import { expect, uncaughtErrors, holdScripts, waitForHydration, test } from "./site";

async function expectWhole(page: Page, faults: string[]): Promise<void> {
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  await expect(page.locator("h1")).not.toHaveCount(0);
  expect(faults).toEqual([]);
}

const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 700) {
      scrollTo({ top, behavior: "instant" });
      // Observers run after the next frame. Chromium 156 sometimes stops drawing frames; the page still works.
      await Promise.race([
        new Promise(requestAnimationFrame),
        new Promise((resolve) => setTimeout(resolve, 1000)),
      ]);
    }
  });

const skipLoader = () => localStorage.setItem("loaderShown", "true");

const ASSETS = "build/client/assets";

/** Names without hash of the files that built scripts import dynamically: `chart` for `chart-BCu2ri5S.js`. */
function lateFiles(): string[] {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
  const names = scripts.flatMap((file) => {
    const source = readFileSync(`${ASSETS}/${file}`, "utf8");
    return [...source.matchAll(/import\("\.\/(.+?)-[\w-]{8}\.js"\)/g)].map(([, name]) =>
      String(name),
    );
  });
  return [...new Set(names)];
}

/** A page that fetches the file; for files without an entry the test opens all pages. */
const FETCHED_BY: Record<string, string> = {
  chart: "/pulsescout/dashboard",
  "start-swiper": "/",
  "solutions-deck": "/",
  loader: "/",
};

test.describe("a dynamically imported file that fails to load", () => {
  for (const name of lateFiles()) {
    test(`${name} breaks nothing else, with early and late scripts`, async ({ page }) => {
      const faults = uncaughtErrors(page);
      const failedRequests: string[] = [];
      // The pattern also matches a style sheet of the same name.
      await page.route(`**/assets/${name}-*`, (route) => {
        failedRequests.push(route.request().url());
        return route.abort();
      });
      if (name !== "loader") await page.addInitScript(skipLoader);
      const path = FETCHED_BY[name];
      for (const pagePath of path === undefined ? EVERY_PAGE : [path]) {
        for (const isLate of [true, false]) {
          const releaseScripts = isLate ? await holdScripts(page) : undefined;
          await page.goto(pagePath, isLate ? { waitUntil: "commit" } : {});
          await page.waitForLoadState("domcontentloaded");
          if (isLate) await scrollThrough(page);
          releaseScripts?.();
          await waitForHydration(page);
          await scrollThrough(page);
          if (name === "loader") await expect(page.locator("html[data-cover]")).toHaveCount(0);
          await expectWhole(page, faults);
        }
      }
      await expect.poll(() => failedRequests).not.toEqual([]);
    });
  }

  test("leaves the deletion page working as without scripts", async ({ page }) => {
    const faults = uncaughtErrors(page);
    const failedRequests = page.waitForEvent("requestfailed");
    await page.route("**/assets/delete-user-*.js", (route) => route.abort());
    await page.goto("/pulsescout/delete-user", { waitUntil: "commit" });
    await failedRequests;
    await page.getByRole("textbox", { name: "Phone number" }).fill("12");
    await button(page, "Send OTP").click();
    await expect(page.getByRole("alert")).toContainText("Please enter a valid phone number");
    await expectWhole(page, faults);
  });

  test("is reported where the page has no substitute", async ({ page }) => {
    const faults = uncaughtErrors(page);
    await page.route("**/assets/chart-*.js", (route) => route.abort());
    await page.goto("/pulsescout/dashboard");
    await expect(page.getByText("The chart could not be loaded").first()).toBeVisible();
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectWhole(page, faults);
  });

  test("is replaced by the table where no script of the dashboard loads", async ({ page }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/pulsescout/dashboard", { waitUntil: "commit" });
    await expect(page.getByText("Show as table")).toHaveCount(4);
    await expect(page.getByRole("table")).toHaveCount(0);
    // Skips the ten seconds after which CSS opens the tables.
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await expect(page.getByRole("table")).toHaveCount(4);
    await expect(page.getByRole("img", { name: /^Total users by month/ })).toBeHidden();
  });
});

/** Interfaces that not every engine has had since 2022. */
const NEW_INTERFACES = [
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

function removeInterfaces(interfaces: readonly string[]) {
  for (const path of interfaces) {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    const owner = steps.reduce<object>((from, step) => Reflect.get(from, step) as object, window);
    Reflect.deleteProperty(owner, name);
  }
}

function denyStorage() {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  }
}

const PAGES = [...EVERY_PAGE, "/pulsescout/dashboard?tab=trip", "/contactus?audience=individual"];

test("every page works without storage and interfaces newer than 2022", async ({ page }) => {
  // On a busy machine all pages take longer than the timeout of one test.
  test.setTimeout(PAGES.length * 20_000);
  const faults = uncaughtErrors(page);
  await page.addInitScript(removeInterfaces, NEW_INTERFACES);
  await page.addInitScript(denyStorage);
  for (const path of PAGES) {
    const releaseScripts = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForLoadState("domcontentloaded");
    await scrollThrough(page);
    releaseScripts();
    await waitForHydration(page);
    await scrollThrough(page);
    await expectWhole(page, faults);
    await page.unrouteAll();
  }
});

test("Back before scripts have started shows the page of the URL", async ({ page }) => {
  await page.goto("/pulsescout/dashboard?tab=trip");
  const firstOf = () => page.getByRole("table").getByRole("row").nth(1).textContent();
  const first = await firstOf();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(firstOf).not.toBe(first);
  const releaseScripts = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect.poll(firstOf).not.toBe(first);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).not.toHaveURL(/page=2/);
  releaseScripts();
  await expect.poll(firstOf).toBe(first);
});
