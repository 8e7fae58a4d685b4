import type { Page } from "@playwright/test";
import { test as siteTest } from "./site";

export const PAGE = "/pulsescout/delete-user";

/** Playwright's `test` on a server of this worker's own: each test uses up an account of its sandbox. */
export const test = siteTest.extend({
  baseURL: async ({ deletionSite }, use) => use(deletionSite.url),
});

let registered = 0;

/** A registered sandbox number that no test of this worker has used. */
export function registeredPhone(): string {
  registered += 1;
  return `90000000${String(registered).padStart(2, "0")}`;
}

let deleted = 99;

/** A sandbox number whose account was deleted 30 days ago, and that no test of this worker has used. */
export function deletedPhone(): string {
  deleted += 1;
  return `9000000${deleted}`;
}

/** The code that the sandbox sent last to a number. */
export async function sentCode(page: Page, phone: string): Promise<string> {
  await codeField(page).waitFor(); // only then has the server answered
  return sentCodeOf(page, phone);
}

/** The same, on a page that shows that it was sent. */
export async function sentCodeOf(page: Page, phone: string): Promise<string> {
  const outbox = await page.request.get("/sandbox/outbox");
  const code = new RegExp(`\\+91${phone}</td><td[^>]*>Your code is (\\d{6})`).exec(
    await outbox.text(),
  )?.[1];
  if (code === undefined) throw new Error(`no code was sent to ${phone}`);
  return code;
}

export const phoneField = (page: Page) => page.getByRole("textbox", { name: "Phone number" });
export const codeField = (page: Page) => page.getByRole("textbox", { name: "OTP" });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
export const reasonsGroup = (page: Page) =>
  page.getByRole("group", { name: "Why are you leaving?" });

/** Steps 1 to 3 up to the reasons. */
export async function reachReasons(page: Page, phone = registeredPhone()): Promise<void> {
  await page.goto(PAGE);
  await sendCode(page, phone);
  await codeField(page).fill(await sentCode(page, phone));
  await button(page, "Verify OTP").click();
  await reasonsGroup(page).waitFor();
}

export async function sendCode(page: Page, phone: string): Promise<void> {
  await phoneField(page).fill(phone);
  await button(page, "Send OTP").click();
}
