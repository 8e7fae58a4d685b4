import type { Page } from "@playwright/test";
import { readdirSync } from "node:fs";
import { button } from "./deletion-steps";
import { expect, holdScripts, hydrated, test } from "./site";

/** Whatever a page complains of that nobody has handled. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  return faults;
}

async function expectWhole(page: Page, faults: string[]): Promise<void> {
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  await expect(page.locator("h1")).not.toHaveCount(0);
  expect(faults).toEqual([]);
}

/** Everywhere something of a page happens. */
async function lookAround(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 700) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

const skipLoader = () => {
  try {
    localStorage.setItem("loaderShown", "true");
  } catch {
    // A test has taken storage away.
  }
};

/** What pages fetch late, by the name of its file, with a page that does. */
const LATE_FILES = {
  "day-calendar": "/pulsescout/dashboard?tab=trip&filters=open",
  chart: "/pulsescout/dashboard",
  "start-swiper": "/",
  "solutions-deck": "/",
  loader: "/",
  "report-vitals": "/blogs",
};

test.describe("a file that is fetched late and does not come", () => {
  for (const [name, path] of Object.entries(LATE_FILES)) {
    test(`${name} is missed by nothing else`, async ({ page }) => {
      const faults = faultsOf(page);
      const built = readdirSync("build/client/assets");
      expect(built.filter((file) => file.startsWith(`${name}-`))).not.toEqual([]);
      await page.route(`**/assets/${name}-*.js`, (route) => route.abort());
      if (name !== "loader") await page.addInitScript(skipLoader);
      await page.goto(path);
      await lookAround(page);
      if (name === "day-calendar") {
        await page.getByLabel("Select date").click();
        await expect(page.getByRole("group", { name: "Calendar" })).toContainText("Apply");
      }
      if (name === "chart") {
        // A chart of a page that comes without being loaded has no drawing by the server.
        await page.goto("/pulsescout/dashboard?tab=trip");
        await page.getByRole("link", { name: "Fleet Overview" }).first().click();
        await expect(page.getByText("The chart could not be loaded").first()).toBeVisible();
      }
      await expectWhole(page, faults);
    });
  }
});

/** Taken away before the page's scripts run. */
const MISSING: Record<string, () => void> = {
  "what not every engine has since 2022": () => {
    const names = ["showPopover", "hidePopover", "togglePopover", "popover"];
    for (const name of names) Reflect.deleteProperty(HTMLElement.prototype, name);
    Reflect.deleteProperty(HTMLVideoElement.prototype, "requestVideoFrameCallback");
    Reflect.deleteProperty(window, "requestIdleCallback");
    Reflect.deleteProperty(Navigator.prototype, "clipboard");
    Reflect.deleteProperty(Navigator.prototype, "connection");
  },
  "storage that can be written": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  storage: () => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("forbidden", "SecurityError");
        },
      });
    }
  },
};

const PAGES = [
  "/",
  "/pulsescout",
  "/pulsegen",
  "/pulsescout/dashboard",
  "/pulsescout/dashboard?tab=trip",
  "/pulsescout/delete-user",
  "/contactus?audience=individual",
  "/ref/ABC123",
  "/privacyandpolicy-app",
];

test.describe("a browser without", () => {
  for (const [name, take] of Object.entries(MISSING)) {
    test(`${name} shows every page, also to who uses it before it is hydrated`, async ({
      page,
    }) => {
      const faults = faultsOf(page);
      await page.addInitScript(skipLoader);
      await page.addInitScript(take);
      for (const path of PAGES) {
        const letCome = await holdScripts(page);
        await page.goto(path, { waitUntil: "commit" });
        await page.waitForLoadState("domcontentloaded");
        await lookAround(page);
        letCome();
        await hydrated(page);
        await expectWhole(page, faults);
        await page.unrouteAll();
      }
    });

    test(`${name} shows every page`, async ({ page }) => {
      const faults = faultsOf(page);
      if (name === "what not every engine has since 2022") await page.addInitScript(skipLoader);
      await page.addInitScript(take);
      for (const path of PAGES) {
        await page.goto(path);
        if (path === "/" && name === "storage that can be written") {
          await button(page, "Skip").click();
          await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
        }
        await lookAround(page);
        await expectWhole(page, faults);
      }
    });
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
