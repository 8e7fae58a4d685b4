import type { Page } from "@playwright/test";
import { expect, holdRequests, pageProblems, test } from "./site";
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
  await page.getByRole("link", { name: "For Individuals" }).click();
  for (const [name, value] of Object.entries(message)) await field(page, name).fill(value);
}

test("a popup keeps what was typed until it is sent, and waits for the answer", async ({
  page,
}) => {
  const typed = field(page, "Message");
  const status = popup(page).locator("[data-status]");
  const send = () => popup(page).getByRole("button", { name: "Send" }).click();
  const problems = pageProblems(page);
  await page.goto("/contactus");
  await fill(page);
  await expectNoWcagViolations(page, "contact");
  expect(problems).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "For Individuals" }).click();
  await expect(typed).toHaveValue(message.Message);
  await typed.fill("road ".repeat(14_000));
  await send();
  await expect(status).toContainText("That is too much text.");
  await typed.fill(message.Message);
  await page.route("**/contactus.data*", (route) => route.abort());
  await send();
  await expect(status).toContainText("No clear answer came.");
  await expect(typed).toHaveValue(message.Message);
  await page.unrouteAll();
  // A message that was sent is said to be, though nothing can be loaded after it.
  await page.route("**/contactus.data*", (route) =>
    route.request().method() === "GET" ? route.abort() : route.fallback(),
  );
  const release = await holdRequests(page, "**/contactus.data*");
  await send();
  await expect(typed).not.toBeEditable();
  release();
  await expect(status).toHaveText("Form Submitted Successfully");
  await expect(page.getByText("Form submitted successfully!")).toBeVisible();
  await expect(typed).toHaveValue("");
  await expect(typed).toBeEditable();
});
