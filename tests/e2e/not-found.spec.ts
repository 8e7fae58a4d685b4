import { expect, test } from "./site";

test("an unknown address shows the way back and home", async ({ page, javaScriptEnabled }) => {
  await page.goto("/healthz");
  await page.goto("/");
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "404" })).toBeVisible();
  await expect(page.getByText("Oops! Page Not Found")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page).toHaveTitle(/ \| Pulse$/);

  // Without JavaScript there is no history to go back in.
  const back = page.getByRole(javaScriptEnabled ? "button" : "link", { name: "Go Back" });
  await back.click();
  await expect(page).toHaveURL("/");

  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL("/");
});

test(
  "the number stays on its sign when text is twice as large",
  { tag: "@js" },
  async ({ page }) => {
    await page.goto("/no/such/page");
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const { clientWidth, scrollWidth } = await page
        .getByRole("heading", { level: 1 })
        .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
      expect(scrollWidth, `at ${width} px`).toBeLessThanOrEqual(clientWidth);
    }
  },
);

test("an unknown address opened in a new tab has a way back too", async ({ page }) => {
  await page.goto("/no/such/page");
  await page.getByText("Go Back").click();
  await expect(page).not.toHaveURL(/no\/such\/page/);
});
