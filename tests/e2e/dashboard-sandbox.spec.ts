import { expect, test } from "./site";

test("with nothing configured the dashboard shows the sandbox's fleet and says so", async ({
  page,
}) => {
  // A page does not wait for a sandbox that is too busy to say what it holds.
  await expect(async () => {
    await page.goto("/pulsescout/dashboard");
    const words = page.getByText("Sandbox data. No real trips are shown.");
    await expect(words).toBeVisible({ timeout: 1000 });
  }).toPass();
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals.getByText(/^[\d.]+[KM]$/).first()).toBeVisible();
  await page.goto("/pulsescout/dashboard?tab=trip");
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(12);
  await expect(page.getByText(/^1-12 of [\d,]+$/)).toBeVisible();
});
