import type { Page } from "@playwright/test";
import { expect, holdRequests, test } from "./site";
import { expectNoWcagViolations } from "./wcag";

const message = {
  "First name": "Meera",
  "Last name": "Iyer",
  Email: "meera@example.org",
  Message: "Which <b>road</b>?",
};

const popup = (page: Page) => page.getByRole("dialog", { name: "Get in touch" });
const field = (page: Page, name: string) => popup(page).getByRole("textbox", { name });

async function fill(page: Page): Promise<void> {
  await page.goto("/contactus");
  await page.getByRole("link", { name: "For Individuals" }).click();
  for (const [name, value] of Object.entries(message)) await field(page, name).fill(value);
}

test("a message is sent from a popup, and its fields are empty then", async ({
  page,
  javaScriptEnabled,
}) => {
  await fill(page);
  if (javaScriptEnabled) await expectNoWcagViolations(page, "contact");
  await popup(page).getByRole("button", { name: "Send" }).click();
  const status = popup(page).locator("[data-status]");
  await expect(status).toHaveText("Form Submitted Successfully");
  if (javaScriptEnabled) {
    await expect(page.getByText("Form submitted successfully!")).toBeVisible();
  }
  await expect(field(page, "Message")).toHaveValue("");
  await popup(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: "For Collaboration" })).toBeVisible();
});

test("a message whose answer is lost keeps what was typed, and says so @js", async ({ page }) => {
  await fill(page);
  await page.route("**/contactus.data*", (route) => route.abort());
  await popup(page).getByRole("button", { name: "Send" }).click();
  await expect(popup(page).locator("[data-status]")).toContainText("No clear answer came.");
  await expect(field(page, "Message")).toHaveValue(message.Message);
});

test("a message larger than a form may be says so, and is not sent @js", async ({ page }) => {
  await fill(page);
  await field(page, "Message").fill("road ".repeat(14_000));
  await popup(page).getByRole("button", { name: "Send" }).click();
  await expect(popup(page).locator("[data-status]")).toContainText("That is too much text.");
});

test("a closed popup keeps what was typed, and its fields wait while a message is sent @js", async ({
  page,
}) => {
  await fill(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "For Individuals" }).click();
  await expect(field(page, "Message")).toHaveValue(message.Message);
  const release = await holdRequests(page, "**/contactus.data*");
  await popup(page).getByRole("button", { name: "Send" }).click();
  await expect(field(page, "Message")).not.toBeEditable();
  release();
  await expect(field(page, "Message")).toHaveValue("");
  await expect(field(page, "Message")).toBeEditable();
});
