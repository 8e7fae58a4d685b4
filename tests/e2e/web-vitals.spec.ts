import { expect, test } from "./site";

test("one visitor in ten reports web vitals once, nothing else", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  // Selects this visitor and hides the automation from the page.
  await page.addInitScript(() => {
    Math.random = () => 0;
    Object.defineProperty(navigator, "webdriver", { get: () => false });
  });
  const library = page.waitForResponse((response) => response.url().includes("report-vitals"));
  await page.goto("/ref/S3cretOfAPerson");
  // Waits until the module has run: importing it again resolves only then.
  await page.evaluate(`import(${JSON.stringify((await library).url())}).then(() => {})`);
  await page.locator("h1").click();
  const vitalsRequest = page.waitForRequest((request) => request.url().endsWith("/vitals"));
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  const request = await vitalsRequest;
  expect(request.method()).toBe("POST");
  const report = JSON.parse(request.postData() ?? "") as { page: string; vitals: object };
  expect(Object.keys(report).sort()).toEqual(["page", "vitals"]);
  expect(report.page).toBe("/ref/*");
  expect(Object.keys(report.vitals)).toEqual(expect.arrayContaining(["TTFB", "FCP"]));
  expect((await request.response())?.status()).toBe(204);
  await context.close();
});
