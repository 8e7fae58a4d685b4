import type { Page } from "@playwright/test";
import { expect, uncaughtErrors, holdRequests } from "./site";
import { PAGE, registeredPhone, test } from "./deletion-steps";

const problem = (page: Page) => page.getByRole("alert");

test("Back goes one step back, Forward to the current step", async ({ page, steps }) => {
  await page.goto(PAGE);
  const phone = registeredPhone();
  await steps.sendCode(phone);
  await steps.codeField.waitFor();
  await page.goBack();
  await expect(steps.phoneField).toBeVisible();
  await expect(steps.codeField).toHaveCount(0);
  await page.goForward();
  await expect(steps.codeField).toBeVisible();
  await steps.verifyCode(phone);
  const confirm = await steps.giveReason();
  await page.goBack();
  await expect(confirm).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Privacy concerns" })).toBeChecked();
  await page.goForward();
  await expect(confirm).toBeVisible();
  await page.goBack();
  // The code is used, so its step shows the current step instead.
  await page.goBack();
  await expect(page).toHaveURL(/step=code/);
  await expect(confirm).toBeVisible();
  await page.goBack();
  await expect(steps.phoneField).toBeVisible();
});

for (const action of ["Forward", "a form"]) {
  test(`a step that loads too late is not shown after ${action} @js`, async ({ page, steps }) => {
    await page.goto(PAGE);
    await steps.sendCode(registeredPhone());
    await steps.codeField.fill("000000");
    const releaseRead = await holdRequests(page, "**/delete-user.data*", "GET");
    const readRequest = page.waitForRequest((request) => request.method() === "GET");
    await page.evaluate(() => history.back());
    await readRequest;
    if (action === "Forward") {
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            addEventListener("popstate", () => resolve(), { once: true });
            history.forward();
          }),
      );
    } else {
      await steps.button("Verify OTP").press("Enter");
      await expect(problem(page)).toBeVisible();
    }
    releaseRead();
    // A response that the page displays is displayed by then.
    await page.evaluate(() => fetch("/healthz"));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page).toHaveURL(/step=code/);
    await expect(steps.codeField).toHaveValue("000000");
  });
}

test("a refused form's page can be reloaded", async ({ page, javaScriptEnabled, steps }) => {
  await page.goto(PAGE);
  await steps.sendCode("90000");
  await expect(problem(page)).toContainText("Please enter a valid phone number");
  await expect(page).toHaveTitle("Error: Delete your account | Pulse");
  const phone = registeredPhone();
  await steps.sendCode(phone);
  await steps.codeField.waitFor();
  await expect(page).toHaveTitle("The code: Delete your account | Pulse");
  for (let wrong = 1; wrong <= 2; wrong += 1) {
    await steps.codeField.fill("000000");
    await steps.button("Verify OTP").click();
    await expect(page.getByText(`You have ${5 - wrong} tries left.`)).toBeVisible();
    await expect(problem(page)).toContainText("Invalid OTP");
    await expect(page).toHaveTitle("Error: The code: Delete your account | Pulse");
  }
  await page.reload();
  await expect(steps.codeField).toBeVisible();
  await expect(page.getByText("You have 3 tries left.")).toBeVisible();
  if (!javaScriptEnabled) await expect(problem(page)).toContainText("Invalid OTP");
  // Scripts reuse the history entry; each loaded document adds one. Going back never resubmits a form.
  for (let refused = javaScriptEnabled ? 2 : 0; refused < 2; refused += 1) {
    await page.goBack();
    await expect(steps.codeField).toBeVisible();
  }
  await page.goBack();
  await expect(steps.phoneField).toBeVisible();
});

test("scripts of an older release keep a reason unknown to them @js", async ({ page, steps }) => {
  await steps.reachReasons();
  const confirm = await steps.giveReason();
  // The server of a newer release renames a reason.
  await page.route("**/delete-user.data*", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace('"privacy"', '"privacy-2"') });
  });
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(steps.reasons.getByRole("checkbox")).toHaveCount(4);
  const post = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/delete-user.data"),
  );
  await steps.button("Delete Account").click();
  expect(new URLSearchParams((await post).postData() ?? "").getAll("reason")).toEqual([
    "privacy-2",
  ]);
  await expect(problem(page)).toContainText("Please select at least one reason for deletion");
});

test("each step is in view on a small phone", async ({ page, steps }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const phone = registeredPhone();
  await page.goto(PAGE);
  await expect(page.getByText("Anonymized data may be kept indefinitely.")).toBeVisible();
  await steps.sendCode("90000");
  await expect(problem(page)).toBeInViewport({ ratio: 1 });
  await expect(steps.phoneField).toBeInViewport({ ratio: 1 });
  await steps.sendCode(phone);
  await expect(steps.codeField).toBeInViewport({ ratio: 1 });
  await steps.codeField.fill("000000");
  await steps.button("Verify OTP").click();
  await expect(problem(page)).toBeInViewport({ ratio: 1 });
  await expect(steps.codeField).toBeInViewport({ ratio: 1 });
});

test.describe("for a visitor in Japan", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("times are in the visitor's time zone", { tag: "@js" }, async ({ page, steps }) => {
    const faults = uncaughtErrors(page);
    await page.goto(PAGE);
    const phone = registeredPhone();
    await steps.sendCode(phone);
    await steps.codeField.waitFor();
    await page.goto(PAGE);
    const until = page.locator("time", { hasText: /^\d\d:\d\d (IST|GMT)/ }).first();
    await expect(until).toHaveText(/ GMT\+9$/);
    const moment = Date.parse(String(await until.getAttribute("datetime")));
    const localTime = new Date(moment + 9 * 3_600_000).toISOString().slice(11, 16);
    await expect(until).toHaveText(`${localTime} GMT+9`);
    expect(faults).toEqual([]);
  });
});
