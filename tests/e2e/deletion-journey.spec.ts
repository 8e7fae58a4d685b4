import type { Page } from "@playwright/test";
import { pageProblems, expect, waitForHydration } from "./site";
import { PAGE, registeredPhone, test } from "./deletion-steps";

/** Expects no loader, although the empty storage looks like a first visit. */
async function noLoader(page: Page): Promise<void> {
  await waitForHydration(page);
  await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
  await expect(page.locator("html[data-cover]")).toHaveCount(0);
  // A loader that had appeared and ended would have set this key.
  expect(await page.evaluate(() => localStorage.getItem("loaderShown"))).toBeNull();
}

test("a person deletes their account", async ({ page, javaScriptEnabled, steps }) => {
  const phone = registeredPhone();
  const complaints = pageProblems(page);
  const motion = page.getByRole("switch", { name: "Pause motion" });
  await page.goto(PAGE);
  await expect(page).toHaveTitle("Delete your account | Pulse");
  // Stores the choice "not paused", which differs from no choice.
  if (javaScriptEnabled) await motion.dblclick();
  const step = page.getByRole("list", { name: "Progress" }).locator("[aria-current=step]");
  await expect(step).toContainText("Phone");
  await page.evaluate(() => {
    localStorage.setItem("loaderShown", "true");
    sessionStorage.setItem("activeTab", "trip");
  });
  await steps.sendCode(phone);

  await expect(page.getByText("OTP sent successfully to your WhatsApp")).toBeVisible();
  await expect(step).toContainText("Code");
  await expect(steps.codeField).toHaveAttribute("autocomplete", "one-time-code");
  await expect(steps.codeField).toHaveAttribute("inputmode", "numeric");
  await expect(page.getByText(phone)).toHaveCount(0);
  await steps.verifyCode(phone);

  await expect(page.getByText("Phone number verified successfully")).toBeVisible();
  await expect(step).toContainText("Reason");
  await expect(steps.reasons.getByRole("checkbox")).toHaveCount(5);
  const details = page.getByRole("textbox", { name: "Please tell us more" });
  await expect(details).toBeHidden();
  await page.getByRole("checkbox", { name: "Others" }).check();
  await details.fill("I moved to a city without Scout.");
  await steps.button("Delete Account").click();

  const confirm = steps.dialog("Confirm Deletion");
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeVisible();
  await confirm.getByRole("button", { name: "Delete" }).click();

  const receipt = steps.dialog("Account Deleted Successfully");
  const erased = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await expect(receipt.locator(`time[datetime^="${erased}"]`)).toBeVisible();
  await expect(receipt).toContainText(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);

  const reference = /DEL-[0-9A-Z-]{9}/.exec(await receipt.innerText())?.[0];
  await page.reload();
  await expect(receipt).toContainText(String(reference));
  const download = page.waitForEvent("download");
  await receipt.getByRole("link", { name: "Calendar file (.ics)" }).click();
  expect((await download).suggestedFilename()).toBe(`account-deletion-${reference}.ics`);
  await receipt.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(/\/$/);
  if (javaScriptEnabled) {
    await noLoader(page);
    await page.goto("/");
    await noLoader(page);
    // A choice for the whole site survives the deletion of the account.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect(motion).not.toBeChecked();
  }
  expect(complaints).toEqual([]);
});

test("field and summary show invalid input", async ({ page, javaScriptEnabled, steps }) => {
  await page.goto(PAGE);
  await steps.sendCode("90000");
  const summary = page.getByRole("alert");
  const link = summary.getByRole("link", { name: "Please enter a valid phone number" });
  await expect(link).toBeVisible();
  if (javaScriptEnabled) await expect(summary).toBeFocused();
  await expect(steps.phoneField).toHaveValue("90000");
  await expect(steps.phoneField).toHaveAccessibleDescription(/Please enter a valid phone number/);
  await link.click();
  await expect(steps.phoneField).toBeFocused();
});

test("a code can be sent again after a minute, each is confirmed @js", async ({ page, steps }) => {
  const sentToast = page.getByText("OTP sent successfully to your WhatsApp");
  const resend = steps.button("Resend OTP");
  await page.clock.install();
  await page.goto(PAGE);
  await steps.sendCode(registeredPhone());
  await steps.codeField.waitFor();
  await expect(sentToast).toBeVisible();
  await expect(resend).toBeDisabled();
  await expect(page.getByRole("timer")).toHaveText(/^(1:00|0:[0-5]\d)$/);
  // Only the page's clock advances, which also ends the toast.
  await page.clock.fastForward(61_000);
  await expect(sentToast).toBeHidden();
  // The server's minute has not passed, so the request is changed to another phone number.
  await page.route("**/delete-user.data*", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: `intent=send&phone=${registeredPhone()}` })
      : route.continue(),
  );
  await resend.click();
  await expect(sentToast).toBeVisible();
});
