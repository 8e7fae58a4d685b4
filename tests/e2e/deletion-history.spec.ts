import type { Page } from "@playwright/test";
import { expect, faultsOf, hold } from "./site";
import { PAGE, registeredPhone, test } from "./deletion-steps";

const problem = (page: Page) => page.getByRole("alert");

test("Back leads one step back, Forward to where the person stands", async ({ page, steps }) => {
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
  // The code is used up.
  await page.goBack();
  await expect(page).toHaveURL(/step=code/);
  await expect(confirm).toBeVisible();
  await page.goBack();
  await expect(steps.phoneField).toBeVisible();
});

for (const then of ["Forward", "a form"]) {
  test(`a step still being read is not shown after ${then} @js`, async ({ page, steps }) => {
    await page.goto(PAGE);
    await steps.sendCode(registeredPhone());
    await steps.codeField.fill("000000");
    const letRead = await hold(page, "**/delete-user.data*", "GET");
    const reading = page.waitForRequest((request) => request.method() === "GET");
    await page.evaluate(() => history.back());
    await reading;
    if (then === "Forward") {
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
    letRead();
    // An answer that is shown is shown by then.
    await page.evaluate(() => fetch("/healthz"));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page).toHaveURL(/step=code/);
    await expect(steps.codeField).toHaveValue("000000");
  });
}

test("a refused form has a page, also reloaded", async ({ page, javaScriptEnabled, steps }) => {
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
  // Scripts say it on the same entry of the history; each page that was loaded is one. None asks to send a form again.
  for (let refused = javaScriptEnabled ? 2 : 0; refused < 2; refused += 1) {
    await page.goBack();
    await expect(steps.codeField).toBeVisible();
  }
  await page.goBack();
  await expect(steps.phoneField).toBeVisible();
});

test("scripts of a release before keep a reason unknown to them @js", async ({ page, steps }) => {
  await steps.reachReasons();
  const confirm = await steps.giveReason();
  // The server of a later release calls it otherwise.
  await page.route("**/delete-user.data*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({ response: answer, body: body.replace('"privacy"', '"privacy-2"') });
  });
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(steps.reasons.getByRole("checkbox")).toHaveCount(4);
  const posted = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/delete-user.data"),
  );
  await steps.button("Delete Account").click();
  expect(new URLSearchParams((await posted).postData() ?? "").getAll("reason")).toEqual([
    "privacy-2",
  ]);
  await expect(problem(page)).toContainText("Please select at least one reason for deletion");
});

test("on a small phone each step is in sight when it comes", async ({ page, steps }) => {
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

test.describe("for somebody in Japan", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("times are of their own clock", { tag: "@js" }, async ({ page, steps }) => {
    const faults = faultsOf(page);
    await page.goto(PAGE);
    const phone = registeredPhone();
    await steps.sendCode(phone);
    await steps.codeField.waitFor();
    await page.goto(PAGE);
    const until = page.locator("time", { hasText: /^\d\d:\d\d (IST|GMT)/ }).first();
    await expect(until).toHaveText(/ GMT\+9$/);
    const moment = Date.parse(String(await until.getAttribute("datetime")));
    const there = new Date(moment + 9 * 3_600_000).toISOString().slice(11, 16);
    await expect(until).toHaveText(`${there} GMT+9`);
    expect(faults).toEqual([]);
  });
});
