import { expect, settled, test, toasts, TRIPS } from "./dashboard-site";

test("a press without an answer leaves the page as it is, and says so; Back keeps the order of views", async ({
  page,
}) => {
  await page.goto(TRIPS);
  await settled(page);
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  const themeButton = (name: string) => page.getByRole("button", { name, exact: true });
  const night = themeButton("Night");
  await themeButton("Day").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
  // The server answers, so something on the way has refused the choice.
  await page.route("**/dashboard.data*", (route) => route.abort());
  await night.click();
  await expect(toasts(page)).toHaveText("The theme stays as it is.");
  await page.route("**/*", (route) => route.abort());
  await night.click();
  await expect(toasts(page)).toContainText("No answer came. The theme stays as it is.");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
  for (const name of ["Sum up", "Next"]) {
    await page.getByRole("link", { name, exact: true }).press("Enter");
    await expect(toasts(page)).toContainText("No answer came. The page stays as it is.");
  }
  await page.getByRole("button", { name: "Filter By" }).click();
  await page.getByLabel("Select date").fill("2025-08-19");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/^No answer since/)).toBeVisible();
  await expect(page.getByLabel("Select date")).toHaveValue("2025-08-19");
  await expect(page.getByText("13-24 of 30")).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  await page.unrouteAll();
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await expect(page.getByText("25-30 of 30")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.route("**/*", (route) => route.abort());
  await page.goBack();
  await expect(page.getByRole("heading", { name: "No answer came" })).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  await page.unrouteAll();
  await page.goForward();
  await expect(page.getByText("25-30 of 30")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("13-24 of 30")).toBeVisible();
});
