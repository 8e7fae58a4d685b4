import type { Page } from "@playwright/test";
import {
  DASHBOARD,
  expect,
  holdRequests,
  QUICKLY,
  settled,
  test,
  toasts,
  TRIPS,
} from "./dashboard-site";

const DATA = "**/dashboard.data?*";

/** The greatest part of the half minute until the next poll, in which no answer is awaited. */
const QUIET_MS = 27_000;

/** Opens a page whose clock only the test moves. @returns the URLs of its requests for data from then on */
async function open(page: Page, address: string): Promise<string[]> {
  await page.clock.install();
  await page.goto(address);
  await settled(page);
  await page.clock.pauseAt(Date.now() + 1000);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".data")) requests.push(request.url());
  });
  return requests;
}

/** Changes the page's data as if the upstream had other figures. */
const change = (page: Page, changed: (body: string) => string) =>
  page.route(DATA, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: changed(await response.text()) });
  });

test("rows stay while they are read; a link opens newer ones", async ({ page }) => {
  await open(page, `${TRIPS}&page=2`);
  // The upstream has two more trips, which shift every row.
  await change(page, (body) =>
    body.replaceAll("trip-13", "trip-11").replace('"totalItems",30', '"totalItems",32'),
  );
  const first = page.getByRole("table").locator("tbody tr").first();
  const newer = page.getByRole("link", { name: "Newer trips" });
  const search = page.getByRole("searchbox", { name: "Search trips" });
  await search.fill("half a wo");
  const box = await first.boundingBox();
  await page.clock.runFor(QUIET_MS);
  // In steps, because more at once would end the wait for the answer.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(newer).toBeVisible({ timeout: 100 });
  }).toPass(QUICKLY);
  await expect(first).toContainText("trip-13");
  await expect.poll(() => first.boundingBox()).toEqual(box);
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("half a wo");
  await newer.click();
  await expect(first).toContainText("trip-11");
  await expect(page.getByText("13-24 of 32")).toBeVisible();
  await expect(newer).toBeHidden();
});

test("a poll does not scroll, a link pressed meanwhile wins, and an outage is noticed", async ({
  page,
}) => {
  const requests = await open(page, TRIPS);
  const asked = () => page.clock.runFor(500).then(() => requests.length);
  const release = await holdRequests(page, DATA);
  await page.clock.runFor(QUIET_MS);
  await expect.poll(asked, QUICKLY).toBe(1);
  await page.evaluate(() => scrollTo(0, 60));
  const response = page.waitForResponse(DATA);
  release();
  await response;
  await page.clock.runFor(1_000);
  await expect(page.getByText(/ Updated /)).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(60);

  requests.length = 0;
  const releaseAll = await holdRequests(page, DATA);
  await page.clock.runFor(QUIET_MS);
  await expect.poll(asked, QUICKLY).toBe(1);
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await expect.poll(() => requests.length).toBe(2);
  releaseAll();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  expect(requests).toHaveLength(2);

  await test.step("the page notices when no answer comes, and when one comes again", async () => {
    const outage = page.getByRole("main").getByText(/^No answer since \d\d:\d\d UTC\. As of /);
    await page.unrouteAll();
    await page.route("**/*.data*", (route) => route.abort());
    await page.clock.fastForward(31_000);
    // Said once for the whole page, and not like a navigation that fails.
    await expect(outage).toHaveCount(1);
    await expect(toasts(page)).toBeEmpty();
    await expect(page.getByText("13-24 of 30")).toBeVisible();
    await page.unrouteAll();
    await page.clock.fastForward(31_000);
    await expect(outage).toBeHidden();
    await expect(page.getByRole("main").getByText(/ Updated \d+ s ago$/)).toBeVisible();
  });
});

test("asks again soon after a refresh, and not while motion is paused", async ({ page }) => {
  const requests = await open(page, DASHBOARD);
  await change(page, (body) => body.replace('"fresh"', '"refreshing"'));
  await page.clock.runFor(QUIET_MS);
  for (const count of [1, 2]) {
    const asked = () => page.clock.runFor(500).then(() => requests.length);
    await expect.poll(asked, QUICKLY).toBe(count);
  }
  // Only the route of the figures is asked for, no other part of the page.
  const routes = requests.map((url) => new URL(url).searchParams.get("_routes"));
  expect(new Set(routes)).toEqual(new Set(["routes/dashboard"]));
  await page.getByRole("switch", { name: "Pause motion" }).click();
  await page.clock.runFor(120_000);
  expect(requests).toHaveLength(2);
});
