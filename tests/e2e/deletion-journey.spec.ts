import type { Page } from "@playwright/test";
import { hydrated } from "./home-site";
import { expect } from "./site";
import {
  button,
  codeField,
  dialog,
  PAGE,
  phoneField,
  reachReasons,
  reasonsGroup,
  registeredPhone,
  sendCode,
  sentCode,
  test,
} from "./deletion-steps";

/** Emptied storage is no first visit. */
async function noLoader(page: Page): Promise<void> {
  await hydrated(page);
  await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
  await expect(page.locator("html[data-cover]")).toHaveCount(0);
  // One that has come and gone would have left its mark.
  expect(await page.evaluate(() => localStorage.getItem("loaderShown"))).toBeNull();
}

test("a person deletes their account", async ({ page, javaScriptEnabled }) => {
  const phone = registeredPhone();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.includes("favicon")) {
      failures.push(message.text());
    }
  });

  await page.goto(PAGE);
  await expect(page).toHaveTitle("Delete your account | Pulse");
  const step = page.getByRole("list", { name: "Progress" }).locator("[aria-current=step]");
  await expect(step).toContainText("Phone");
  await page.evaluate(() => {
    localStorage.setItem("loaderShown", "true");
    sessionStorage.setItem("activeTab", "trip");
  });
  await sendCode(page, phone);

  await expect(page.getByText("OTP sent successfully to your WhatsApp")).toBeVisible();
  await expect(step).toContainText("Code");
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(codeField(page)).toHaveAttribute("inputmode", "numeric");
  await expect(page.getByText(phone)).toHaveCount(0);
  await codeField(page).fill(await sentCode(page, phone));
  await button(page, "Verify OTP").click();

  await expect(page.getByText("Phone number verified successfully")).toBeVisible();
  await expect(step).toContainText("Reason");
  await expect(reasonsGroup(page).getByRole("checkbox")).toHaveCount(5);
  const more = page.getByRole("textbox", { name: "Please tell us more" });
  await expect(more).toBeHidden();
  await page.getByRole("checkbox", { name: "Others" }).check();
  await more.fill("I moved to a city without Scout.");
  await button(page, "Delete Account").click();

  const confirm = dialog(page, "Confirm Deletion");
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeVisible();
  await confirm.getByRole("button", { name: "Delete" }).click();

  const done = dialog(page, "Account Deleted Successfully");
  const erased = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await expect(done.locator(`time[datetime^="${erased}"]`)).toBeVisible();
  await expect(done).toContainText(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);

  const reference = /DEL-[0-9A-Z-]{9}/.exec(await done.innerText())?.[0];
  await page.reload();
  await expect(done).toContainText(String(reference));
  const download = page.waitForEvent("download");
  await done.getByRole("link", { name: "Calendar file (.ics)" }).click();
  expect((await download).suggestedFilename()).toBe(`account-deletion-${reference}.ics`);
  await done.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(/\/$/);
  if (javaScriptEnabled) await noLoader(page);
  await page.goto("/");
  if (javaScriptEnabled) await noLoader(page);
  expect(failures).toEqual([]);
});

test("bad input is said at the field and in a summary", async ({ page, javaScriptEnabled }) => {
  await page.goto(PAGE);
  await sendCode(page, "90000");
  const summary = page.getByRole("alert");
  const link = summary.getByRole("link", { name: "Please enter a valid phone number" });
  await expect(link).toBeVisible();
  if (javaScriptEnabled) await expect(summary).toBeFocused();
  await expect(phoneField(page)).toHaveValue("90000");
  await expect(phoneField(page)).toHaveAccessibleDescription(/Please enter a valid phone number/);
  await link.click();
  await expect(phoneField(page)).toBeFocused();
});

test("a code cannot be sent again within a minute", { tag: "@js" }, async ({ page }) => {
  const phone = registeredPhone();
  await page.goto(PAGE);
  await sendCode(page, phone);
  await codeField(page).waitFor();
  const resend = button(page, "Resend OTP");
  await expect(resend).toBeDisabled();
  await expect(page.getByRole("timer")).toHaveText(/^(1:00|0:[0-5]\d)$/);
  await button(page, "Change Number").click();
  await sendCode(page, phone);
  const time = page.getByRole("alert").getByRole("time");
  const said = await time.innerText();
  await page.reload();
  await expect(time).toHaveText(said);
});

test("the information closes and opens again", { tag: "@js" }, async ({ page }) => {
  await page.goto(PAGE);
  await button(page, "Close information").click();
  await expect(page.getByText("What happens to your account")).toBeHidden();
  await button(page, "Show Account Deletion Information").click();
  await expect(page.getByText("What happens to your account")).toBeVisible();
});

test("scripts that fail half-way do not stop anyone", { tag: "@js" }, async ({ page }) => {
  const phone = registeredPhone();
  await page.goto(PAGE);
  await sendCode(page, phone);
  await codeField(page).waitFor();
  await page.route("**/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "commit" });
  await codeField(page).fill(await sentCode(page, phone));
  await button(page, "Verify OTP").click();
  await page.getByRole("checkbox", { name: "Privacy concerns" }).check();
  await button(page, "Delete Account").click();
  await dialog(page, "Confirm Deletion").getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page, "Account Deleted Successfully")).toBeVisible();
});

test(
  "back, reload and a second tab show the step the person is on",
  { tag: "@js" },
  async ({ page, context }) => {
    const motion = page.getByRole("switch", { name: "Pause motion" });
    await page.goto("/contactus");
    await motion.click();
    await reachReasons(page);
    await page.reload();
    await expect(reasonsGroup(page)).toBeVisible();
    const second = await context.newPage();
    await second.goto(PAGE);
    await expect(reasonsGroup(second)).toBeVisible();
    await second.getByRole("checkbox", { name: "Privacy concerns" }).check();
    await button(second, "Delete Account").click();
    await dialog(second, "Confirm Deletion").getByRole("button", { name: "Delete" }).click();
    await expect(dialog(second, "Account Deleted Successfully")).toBeVisible();
    // The first tab still shows the reasons; its button leads to what has become of them.
    await page.getByRole("checkbox", { name: "Others" }).check();
    await button(page, "Delete Account").click();
    await expect(dialog(page, "Account Deleted Successfully")).toBeVisible();
    // What was chosen for the whole site has nothing to do with the account.
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    for (const path of ["/contactus", "/pulsegen"]) {
      await page.goto(path);
      await expect(motion).toBeChecked();
    }
  },
);
