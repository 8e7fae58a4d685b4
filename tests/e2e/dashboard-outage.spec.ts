import { startBuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { DASHBOARD, dataRequests, expect, settled, test, TRIPS } from "./dashboard-site";
import { settingsFor } from "./shared-sites";

test("a server that is away leaves the figures where they are and says since when", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(DASHBOARD);
  await settled(page, true);
  const asked = dataRequests(page);
  await page.route("**/*", (route) => route.abort());
  await page.clock.fastForward(61_000);
  // Said once, for the page as a whole, and once to assistive technology.
  const main = page.getByRole("main");
  const lost = main.getByText(/^Not connected since \d\d:\d\d UTC\. As of .* Figures are /);
  await expect(lost).toHaveCount(1);
  await expect(main.getByRole("status")).toHaveText(/^Not connected since \d\d:\d\d UTC\.$/);
  await expect(page.getByText("48.21K")).toBeVisible();
  // The page's own figures alone are asked for: no other part of the page anew.
  const routes = asked.map((url) => new URL(url).searchParams.get("_routes"));
  expect(new Set(routes)).toEqual(new Set(["routes/dashboard"]));

  await test.step("until it is back", async () => {
    await page.unrouteAll();
    await page.clock.fastForward(61_000);
    await expect(main.getByText(/ Updated \d+ (s|min) ago$/)).toBeVisible();
    await expect(lost).toHaveCount(0);
  });
});

test("a server that ends is told of on the open page, and so is its return", async ({ page }) => {
  const upstream = await FaultyUpstream.start();
  const env = { ...settingsFor(upstream), PORT: String(await freePort()) };
  let server = await startBuiltServer({ env });
  try {
    const lost = page.getByRole("main").getByText(/^Not connected since \d\d:\d\d UTC\. As of /);
    const streams = page.waitForRequest("**/events?*");
    await page.goto(server.url + TRIPS);
    await streams;
    await server.kill();
    await expect(lost).toBeVisible();
    await expect(page.getByText("1-12 of 30")).toBeVisible();
    server = await startBuiltServer({ env });
    await expect(lost).toBeHidden();
    await expect(page.getByRole("main").getByText(/ Updated \d+ s ago$/)).toBeVisible();
  } finally {
    await server.kill();
    await upstream.stop();
  }
});
