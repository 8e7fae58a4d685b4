import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, scriptsFetched, test, TRIPS } from "./dashboard-site";

const rows = (page: Page) => page.getByRole("table").locator("tbody tr");
const range = (page: Page) => page.getByRole("navigation", { name: "Pages of trips" });

test(
  "any page is reached, and a number that is none lands on one",
  { tag: "@js" },
  async ({ page }) => {
    const filtered = `${TRIPS}&country=India`;
    const goTo = async (typed: string) => {
      await page.getByRole("textbox", { name: "Go to page" }).fill(typed);
      await page.getByRole("button", { name: "Go", exact: true }).click();
    };
    await page.goto(TRIPS);
    await expect(range(page)).toContainText("Page 1 of 3");
    await expect(page.getByRole("button", { name: "First" })).toBeDisabled();
    await page.getByRole("link", { name: "Last" }).click();
    await expect(range(page)).toContainText("25-30 of 30");
    await expect(page.getByRole("button", { name: "Last" })).toBeDisabled();
    await page.getByRole("link", { name: "First" }).click();
    await expect(range(page)).toContainText("1-12 of 30");
    for (const [typed, shown] of [
      ["2", "Page 2 of 3"],
      ["9,999", "Page 3 of 3"],
      ["abc", "Page 1 of 3"],
    ] as const) {
      await goTo(typed);
      await expect(range(page)).toContainText(shown);
      await expect(page.getByRole("textbox", { name: "Go to page" })).toHaveValue("");
    }
    await page.goto(`${TRIPS}&q=trip-`);
    await goTo("3");
    await expect(page).toHaveURL(/tab=trip&q=trip-&page=3$/);
    // All on one page: there is nowhere to go.
    await page.goto(filtered);
    await expect(range(page)).toContainText("Page 1 of 1");
    await expect(page.getByRole("textbox", { name: "Go to page" })).toHaveCount(0);
  },
);

test("a number typed while a page is on its way is kept", { tag: "@js" }, async ({ page }) => {
  await page.goto(TRIPS);
  const field = page.getByRole("textbox", { name: "Go to page" });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/*.data?*", (route) => answered.then(() => route.continue()));
  await field.fill("9,999");
  await field.press("Enter");
  await expect(range(page)).toContainText("Page 3 of 3");
  await expect(field).toHaveValue("");
  await field.fill("2");
  // The server redirects to the last page.
  answer();
  await expect(rows(page)).toHaveCount(6);
  await expect(page).toHaveURL(/page=3/);
  await expect(field).toHaveValue("2");
});

test("the trips fetch nothing that draws charts", { tag: "@js" }, async ({ page }) => {
  await page.goto(TRIPS, { waitUntil: "networkidle" });
  expect(await scriptsFetched(page)).toBeLessThanOrEqual(125);
});

test("a wallet leads to all of its trips", { tag: "@js" }, async ({ page }) => {
  await page.goto(TRIPS);
  const copying = page.getByRole("table").locator("button");
  await expect(copying).toHaveCount(12);
  const place = () => rows(page).first().getByTitle(/^0x/).boundingBox();
  const before = await place();
  await page.getByRole("link", { name: "All trips of wallet 0x0000…0002" }).click();
  await expect(page).toHaveURL(new RegExp(`tab=trip&q=0x0{39}2$`));
  await expect(rows(page)).toHaveCount(1);
  await expect(range(page)).toContainText("1-1 of 1");
  expect((await place())?.width).toBe(before?.width);
  await expect(page.getByRole("link", { name: /^All trips of wallet/ })).toHaveCount(0);
  // The link that was followed is gone; the keyboard goes on from the trips it led to.
  const heading = page.getByRole("heading", { name: "All Trips" });
  await expect(heading).toBeFocused();
});

test("pages are turned, and the back button turns them back", async ({ page }) => {
  const firstTrip = rows(page).first().locator("summary");
  await page.goto(TRIPS);
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(range(page)).toContainText("13-24 of 30");
  await expect(firstTrip).toHaveText("trip-13");
  await expect(page).toHaveURL(/page=2$/);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(range(page)).toContainText("25-30 of 30");
  await expect(firstTrip).toHaveText("trip-25");
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await page.goBack();
  await expect(range(page)).toContainText("13-24 of 30");
  await expect(firstTrip).toHaveText("trip-13");
  await page.reload();
  await expect(range(page)).toContainText("13-24 of 30");
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(range(page)).toContainText("1-12 of 30");
});

test("filters by date and country narrow the trips and start at page 1", async ({ page }) => {
  await page.goto(`${TRIPS}&page=2`);
  await page.getByRole("button", { name: "Filter By" }).click();
  const country = page.getByRole("combobox", { name: "Country" });
  await expect(country.getByRole("option")).toHaveText([
    "All Countries",
    "India (10)",
    "Germany (10)",
    "Italy (10)",
  ]);
  await country.selectOption({ label: "Germany (10)" });
  await page.getByRole("button", { name: "Done" }).click();
  await expect(range(page)).toContainText("1-10 of 10");
  await page.getByLabel("Select date").fill("2025-08-18");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(range(page)).toContainText("1-1 of 1");
  await expect(page).toHaveURL(/date=2025-08-18&country=Germany$/);
  await expect(page.getByText("2 filters set")).toBeVisible();

  await page.getByLabel("Select date").click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(range(page)).toContainText("1-10 of 10");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(range(page)).toContainText("1-12 of 30");
  await expect(country).toHaveValue("");
});

test("a day is picked from the calendar", { tag: "@js" }, async ({ page }) => {
  await page.goto(`${TRIPS}&date=2025-08-18`);
  await page.getByLabel("Select date").click();
  const calendar = page.getByRole("group", { name: "Calendar" });
  await calendar.getByRole("button", { name: /August 15th, 2025/ }).click();
  await calendar.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/date=2025-08-15$/);
  await expect(calendar).toBeHidden();
  await expect(page.getByLabel("Select date")).toBeFocused();
  await page.getByLabel("Select date").click();
  await expect(calendar).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(calendar).toBeHidden();
});

test("a search finds trips and drops the filters", { tag: "@js" }, async ({ page }) => {
  await page.goto(`${TRIPS}&country=Germany`);
  await page.getByRole("searchbox", { name: "Search trips" }).fill("trip-2");
  await page.keyboard.press("Enter");
  await expect(range(page)).toContainText("1-11 of 11");
  await expect(page).toHaveURL(/tab=trip&q=trip-2$/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search trips" })).toHaveValue("trip-2");
});

test("nothing found is said, with a way out", { tag: "@js" }, async ({ page }) => {
  await page.goto(`${TRIPS}&q=nowhere`);
  await expect(page.getByRole("heading", { name: "No trips found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your filters or search criteria")).toBeVisible();
  await page.getByRole("link", { name: "Show all trips" }).click();
  await expect(rows(page)).toHaveCount(12);
});

test("the export holds every trip that the view matches", async ({ page }) => {
  await page.goto(`${TRIPS}&country=Germany`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("trips_germany.csv");
  const csv = await readFile(await file.path(), "utf8");
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "\uFEFFid,wallet,start_time,end_time,duration_seconds,distance_km,beats,country",
  );
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe(
    `trip-2,0x${"2".padStart(40, "0")},2025-08-18T12:00:00Z,2025-08-18T12:30:00Z,1800,12.345,120,Germany`,
  );
});

test("Reload asks anew and keeps the view", { tag: "@js" }, async ({ page }) => {
  await page.goto(`${TRIPS}&page=2`);
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("button", { name: "Reload" }).click();
  expect((await asked).url()).toContain("tab=trip&page=2");
  await expect(range(page)).toContainText("13-24 of 30");
});
