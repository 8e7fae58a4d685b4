import { expect, test } from "./site";

test("one visitor in ten tells once how the page was, no more", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  // A visitor who was chosen, in a browser that no program drives.
  await page.addInitScript(() => {
    Math.random = () => 0;
    Object.defineProperty(navigator, "webdriver", { get: () => false });
  });
  const library = page.waitForResponse((response) => response.url().includes("report-vitals"));
  await page.goto("/ref/S3cretOfAPerson");
  // Not only fetched but run: an import of what the page has already is that.
  await page.evaluate(`import(${JSON.stringify((await library).url())}).then(() => {})`);
  await page.locator("h1").click();
  const told = page.waitForRequest((request) => request.url().endsWith("/vitals"));
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  const request = await told;
  expect(request.method()).toBe("POST");
  const report = JSON.parse(request.postData() ?? "") as { page: string; vitals: object };
  expect(Object.keys(report).sort()).toEqual(["page", "vitals"]);
  expect(report.page).toBe("/ref/*");
  expect(Object.keys(report.vitals)).toEqual(expect.arrayContaining(["TTFB", "FCP"]));
  expect((await request.response())?.status()).toBe(204);
  await context.close();
});
