import type { Page } from "@playwright/test";
import { expect, expectHeard, holdRequests, test, TRIPS } from "./dashboard-site";

const range = (page: Page) => page.getByRole("navigation", { name: "Pages of trips" });

test("filters narrow the trips, Reset clears unapplied ones, and an invalid date is not applied", async ({
  page,
}) => {
  await page.goto(`${TRIPS}&page=2`);
  const country = page.getByRole("combobox", { name: "Country" });
  const date = page.getByLabel("Select date");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Filter By");
  await country.selectOption({ label: "Germany (10)" });
  await press("Done");
  await expect(range(page)).toContainText("1-10 of 10");
  await date.fill("2025-08-18");
  await press("Apply");
  await expect(range(page)).toContainText("1-1 of 1");
  await expect(page).toHaveURL(/date=2025-08-18&country=Germany$/);
  await expect(page.getByText("2 filters set")).toBeVisible();
  await press("Clear");
  await expect(range(page)).toContainText("1-10 of 10");

  await date.fill("2025-08-19");
  await press("Reset");
  await expect(range(page)).toContainText("1-12 of 30");
  await expect(country).toHaveValue("");
  await expect(date).toHaveValue("");
  await country.selectOption({ label: "Germany (10)" });
  await press("Reset");
  await expect(country).toHaveValue("");

  await date.fill("2025-08-18");
  await date.press("Enter");
  await expect(page).toHaveURL(/tab=trip&date=2025-08-18&country=$/);
  await expect(page.getByText("1 filter set")).toBeVisible();
  await expect(page).toHaveTitle(/18 Aug 2025/);
  await date.fill("0050-08-18");
  await press("Done");
  // The browser reports the error at the field.
  await expect(date).toBeFocused();
  const isPartial = () => date.evaluate((field: HTMLInputElement) => field.validity.badInput);
  await date.fill("2025-08-18");
  await date.press("Backspace");
  await expect.poll(isPartial).toBe(true);
  await press("Apply");
  await expect(page).toHaveURL(/date=2025-08-18&country=$/);
  await press("Clear");
  await expect(page).toHaveURL(/tab=trip$/);
  await expect.poll(isPartial).toBe(false);
  await expect(page.getByText("No filter set")).toBeVisible();
  const loaded = page.waitForEvent("load");
  await press("Reload");
  await loaded;
});

test("a search drops the filters; a page says that it loads, and is there at once when it was visited", async ({
  page,
}) => {
  const search = page.getByRole("searchbox", { name: "Search trips" });
  const firstRow = page.getByRole("table").getByRole("row").nth(1);
  const searchFor = async (text: string) => {
    await search.fill(text);
    await page.keyboard.press("Enter");
  };
  await page.goto(`${TRIPS}&country=Germany`);
  await searchFor("nothing like this");
  await expectHeard(page, "No trips found");
  await searchFor("trip-2");
  await expect(range(page)).toContainText("1-11 of 11");
  await expect(page).toHaveURL(/tab=trip&q=trip-2$/);
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(range(page)).toContainText("1-12 of 30");
  await page.goBack();
  await expect(range(page)).toContainText("1-11 of 11");

  await searchFor("start_time");
  await expect(page.getByText("1-12 of 30")).toBeVisible();
  const rowOfFirstPage = (await firstRow.textContent()) ?? "";
  await test.step("while trips load the table says so, and the focus stays", async () => {
    const release = await holdRequests(page, "**/*.data?*");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("Loading trips...")).toBeVisible();
    release();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await expect(page.getByText("Loading trips...")).toBeHidden();
    await expectHeard(page, "30 trips");
    await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
  });

  await test.step("a view visited before appears at once from the browser's cache", async () => {
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
