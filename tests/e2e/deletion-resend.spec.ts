import { button, codeField, PAGE, registeredPhone, sendCode, test } from "./deletion-steps";
import { expect } from "./site";

const SENT = "OTP sent successfully to your WhatsApp";

test("every code that is sent is confirmed, the second as well", async ({ page }) => {
  await page.clock.install();
  await page.goto(PAGE);
  await sendCode(page, registeredPhone());
  await codeField(page).waitFor();
  await expect(page.getByText(SENT)).toBeVisible();
  // The minute passes for the page, which ends the toast, too.
  await page.clock.fastForward(61_000);
  await expect(page.getByText(SENT)).toBeHidden();
  // For the server it has not passed, so the press asks for a code for somebody else.
  await page.route("**/delete-user.data*", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: `intent=send&phone=${registeredPhone()}` })
      : route.continue(),
  );
  await button(page, "Resend OTP").click();
  await expect(page.getByText(SENT)).toBeVisible();
});
