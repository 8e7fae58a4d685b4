import { expect, test, type Page } from "@playwright/test";
import { EVERY_PAGE } from "../support/every-page";

const DASHBOARD = "/pulsescout/dashboard";

test.use({
  viewport: { width: 1440, height: 900 },
  baseURL: async ({}, use) => use(process.env.SITE_ORIGIN),
});

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
});

test("every page loads without errors and fits the window", async ({ page }) => {
  const errors = scriptErrors(page);
  for (const path of [...EVERY_PAGE, `${DASHBOARD}?tab=trip`]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path);
    await expect(page.locator("h1"), path).toHaveCount(1);
    expect(await overflow(page), path).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await overflow(page), path).toBe(0);
    expect(errors, path).toEqual([]);
  }
});

test("a visitor looks around, deletes an account and filters trips", async ({ page }) => {
  const errors = scriptErrors(page);
  await open(page, "/");
  await page.locator("#blogs").scrollIntoViewIfNeeded();
  await page.locator("#blogs .swiper-initialized").waitFor();
  await page.getByRole("button", { name: "Next article" }).click();
  await expect(page.getByText("2 / 16")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.locator("#menu");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();

  await open(page, "/pulsescout/delete-user");
  const phone = { firefox: "9000000001" }[test.info().project.name] ?? "9000000002";
  await page.getByRole("textbox", { name: "Phone number" }).fill(phone);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("textbox", { name: "OTP" }).fill(await sentCode(page, phone));
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Account Deleted Successfully" })).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `${DASHBOARD}?tab=fleet-overview`);
  for (const chart of await page.getByRole("main").getByRole("img").all()) {
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.locator("svg")).toBeVisible();
  }
  await open(page, `${DASHBOARD}?tab=trip`);
  await page.getByRole("button", { name: "Filter By" }).click();
  await page.getByRole("combobox", { name: "Country" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/country=/);
  expect(errors).toEqual([]);
});

/** Opens a page and waits until it is hydrated; a document without scripts is ready at once. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const ready = page.locator("html[data-hydrated], html:not(:has(link[rel=modulepreload]))");
  await ready.waitFor({ state: "attached" });
}

/** The script and console errors of the page, from the call on. */
function scriptErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

/** By how many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/** The code that the sandbox sent to a number. */
async function sentCode(page: Page, phone: string): Promise<string> {
  const outbox = await (await page.request.get("/sandbox/outbox")).text();
  return String(new RegExp(`\\+91${phone}</td><td[^>]*>Your code is (\\d{6})`).exec(outbox)?.[1]);
}
