import type { Locator, Page } from "@playwright/test";
import { expect, test as siteTest } from "./site";

export const PAGE = "/pulsescout/delete-user";

export const test = siteTest.extend<{ steps: ReturnType<typeof stepsOn> }>({
  steps: async ({ page }, use) => use(stepsOn(page)),
});

let registered = 0;

/** One of ten groups of sandbox numbers: each worker has its own, because tests delete accounts. */
const group = () => test.info().workerIndex % 10;

/** A registered sandbox number that no other test has used. */
export function registeredPhone(): string {
  registered += 1;
  return `90000000${group()}${registered}`;
}

let deleted = 0;

/** One of ten sandbox numbers whose accounts were deleted 30 days ago: the next one of this worker. */
export const deletedPhone = () => `900000010${(2 * group() + deleted++) % 10}`;

/** Locators of the deletion page, and the steps of the journey. */
export function stepsOn(page: Page) {
  const steps = {
    phoneField: page.getByRole("textbox", { name: "Phone number" }),
    codeField: page.getByRole("textbox", { name: "OTP" }),
    reasons: page.getByRole("group", { name: "Why are you leaving?" }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    dialog: (name: string) => page.getByRole("dialog", { name }),
    async sendCode(phone: string): Promise<void> {
      await steps.phoneField.fill(phone);
      await steps.button("Send OTP").click();
    },
    /** Types the latest code that the sandbox sent to a number. */
    async verifyCode(phone: string): Promise<void> {
      await steps.codeField.waitFor(); // shown when the code has been sent
      const outbox = await (await page.request.get("/sandbox/outbox")).text();
      const sent = new RegExp(`\\+91${phone}</td><td[^>]*>Your code is (\\d{6})`).exec(outbox);
      await steps.codeField.fill(sent?.[1] ?? "no code was sent");
      await steps.button("Verify OTP").click();
    },
    async reachReasons(phone = registeredPhone()): Promise<void> {
      await page.goto(PAGE);
      await steps.sendCode(phone);
      await steps.verifyCode(phone);
      await steps.reasons.waitFor();
    },
    /** Submits a reason; resolves with the confirmation dialog. */
    async giveReason() {
      await page.getByRole("checkbox", { name: "Privacy concerns" }).check();
      await steps.button("Delete Account").click();
      const confirm = steps.dialog("Confirm Deletion");
      await confirm.waitFor();
      return confirm;
    },
    /** Presses Delete until it leads to this: a confirmation takes no press in its first half second. */
    async confirmDeletion(outcome: Locator): Promise<void> {
      const button = steps.dialog("Confirm Deletion").getByRole("button", { name: "Delete" });
      await expect(async () => {
        if (!(await outcome.isVisible())) await button.click({ timeout: 1_000 });
        await expect(outcome).toBeVisible({ timeout: 2_000 });
      }).toPass();
    },
  };
  return steps;
}
