import type { Page } from "@playwright/test";
import { expect, holdRequests, test, TRIPS } from "./dashboard-site";

const range = (page: Page) => page.getByRole("navigation", { name: "Pages of trips" });

test("date and country filters narrow the trips and go to page 1", async ({ page }) => {
  await page.goto(`${TRIPS}&page=2`);
  await page.getByRole("button", { name: "Filter By" }).click();
  const country = page.getByRole("combobox", { name: "Country" });
  await country.selectOption({ label: "Germany (10)" });
  await page.getByRole("button", { name: "Done" }).click();
  await expect(range(page)).toContainText("1-10 of 10");
  await page.getByLabel("Select date").fill("2025-08-18");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(range(page)).toContainText("1-1 of 1");
  await expect(page).toHaveURL(/date=2025-08-18&country=Germany$/);
  await expect(page.getByText("2 filters set")).toBeVisible();

  await page.getByRole("button", { name: "Clear" }).click();
  await expect(range(page)).toContainText("1-10 of 10");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(range(page)).toContainText("1-12 of 30");
  // Without scripts the filters are closed again.
  await expect(page.getByLabel("Country", { exact: true })).toHaveValue("");
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await loaded;
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("Reset clears unapplied filters; an invalid date is not applied", async ({ page }) => {
    await page.goto(`${TRIPS}&date=2025-08-19`);
    const country = page.getByRole("combobox", { name: "Country" });
    const date = page.getByLabel("Select date");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const isPartial = () => date.evaluate((field: HTMLInputElement) => field.validity.badInput);
    await country.selectOption({ label: "Germany (10)" });
    await press("Reset");
    await expect(country).toHaveValue("");
    await expect(date).toHaveValue("");
    await date.fill("2025-08-18");
    await date.press("Enter");
    await expect(page).toHaveURL(/tab=trip&date=2025-08-18&country=$/);
    await expect(page.getByText("1 filter set")).toBeVisible();
    await expect(page).toHaveTitle(/18 Aug 2025/);
    await date.fill("0050-08-18");
    await press("Done");
    // The browser reports the error at the field.
    await expect(date).toBeFocused();
    await date.fill("2025-08-18");
    await date.press("Backspace");
    await expect.poll(isPartial).toBe(true);
    await press("Apply");
    await expect(page).toHaveURL(/date=2025-08-18&country=$/);
    await press("Clear");
    await expect(page).toHaveURL(/tab=trip$/);
    await expect.poll(isPartial).toBe(false);
    await expect(page.getByText("No filter set")).toBeVisible();
  });

  test("a search finds trips and drops the filters", async ({ page }) => {
    await page.goto(`${TRIPS}&country=Germany`);
    const search = page.getByRole("searchbox", { name: "Search trips" });
    await search.fill("trip-2");
    await page.keyboard.press("Enter");
    await expect(range(page)).toContainText("1-11 of 11");
    await expect(page).toHaveURL(/tab=trip&q=trip-2$/);
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(range(page)).toContainText("1-12 of 30");
    await page.goBack();
    await expect(range(page)).toContainText("1-11 of 11");
  });

  test("while trips load the table says so, and the focus stays", async ({ page }) => {
    await page.goto(`${TRIPS}&q=start_time`);
    const release = await holdRequests(page, "**/*.data?*");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("Loading trips...")).toBeVisible();
    release();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await expect(page.getByText("Loading trips...")).toBeHidden();
    await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
  });

  test("a view visited before appears at once from the browser's cache", async ({ page }) => {
    await page.goto(`${TRIPS}&q=end_time`);
    const firstRow = page.getByRole("table").getByRole("row").nth(1);
    const rowOfFirstPage = (await firstRow.textContent()) ?? "";
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    const cachedKeys = () =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith("pulsescout_cache_")),
      );
    await expect.poll(cachedKeys).toHaveLength(2);
    const requestedPages: (string | null)[] = [];
    await page.route("**/*.data?*", (route) => {
      requestedPages.push(new URL(route.request().url()).searchParams.get("page")); // the server never answers
    });
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    await expect(firstRow).toHaveText(rowOfFirstPage);
    // The page may skip the request for a view that is left again at once.
    await expect.poll(() => requestedPages).toEqual([null]);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await expect.poll(() => requestedPages).toEqual([null, "2"]);
  });
});
