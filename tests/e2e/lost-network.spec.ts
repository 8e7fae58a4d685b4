import type { Page } from "@playwright/test";
import {
  button,
  codeField,
  dialog,
  PAGE,
  phoneField,
  reachReasons,
  test as deletionTest,
} from "./deletion-steps";
import { expect, holdScripts, hydrated, test } from "./site";

const OFFLINE = "You are offline. Nothing was sent.";

const message = {
  "First name": "Meera",
  "Last name": "Iyer",
  Email: "meera@example.org",
  Message: "Our city has 400 km of roads.",
};

const popup = (page: Page) => page.getByRole("dialog", { name: "Get in touch" });
const toasts = (page: Page) => page.locator("[data-toasts]");

async function writeMessage(page: Page, waitUntil?: "commit"): Promise<void> {
  await page.goto("/contactus?audience=collaboration", waitUntil && { waitUntil });
  for (const [name, value] of Object.entries(message)) {
    await popup(page).getByRole("textbox", { name }).fill(value);
  }
}

async function expectMessageKept(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(message)) {
    await expect(popup(page).getByRole("textbox", { name })).toHaveValue(value);
  }
}

/** What no visitor should see when the network is away. */
async function expectNoErrorPage(page: Page): Promise<void> {
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
}

/** The answers to posts of a page's data do not arrive; the server has them all the same. */
const loseAnswers = (page: Page, path: string) =>
  page.route(`**${path}.data*`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });

test.describe("the site", () => {
  test("a message written offline is kept, and sent when the network is back", async ({
    page,
    context,
  }) => {
    await writeMessage(page);
    await context.setOffline(true);
    await popup(page).getByRole("button", { name: "Send" }).click();
    await expect(toasts(page)).toContainText(OFFLINE);
    await expectMessageKept(page);
    await context.setOffline(false);
    await expect(popup(page).locator("output")).toHaveText("Form Submitted Successfully");
  });

  test("what was typed before the page was hydrated is kept, too", async ({ page, context }) => {
    const letCome = await holdScripts(page);
    await writeMessage(page, "commit");
    letCome();
    await hydrated(page);
    await context.setOffline(true);
    await popup(page).getByRole("button", { name: "Send" }).click();
    await expect(toasts(page)).toContainText(OFFLINE);
    await expectMessageKept(page);
    await context.setOffline(false);
    await expect(popup(page).locator("output")).toHaveText("Form Submitted Successfully");
  });

  test("a message whose answer is lost is kept, and its end is said to be unknown", async ({
    page,
  }) => {
    await writeMessage(page);
    await loseAnswers(page, "/contactus");
    await popup(page).getByRole("button", { name: "Send" }).click();
    await expect(popup(page).locator("output")).toContainText("No answer came");
    await expect(toasts(page)).toContainText("No answer came");
    await expectMessageKept(page);
    await expectNoErrorPage(page);
  });

  test("that a message was sent is said once, also after an error page", async ({ page }) => {
    await writeMessage(page);
    await popup(page).getByRole("button", { name: "Send" }).click();
    await expect(toasts(page)).toHaveText("Form submitted successfully!");
    await expect(toasts(page)).toBeEmpty();
    await popup(page).getByRole("button", { name: "Close" }).click();
    await page.route("**/contactus.data*", (route) => route.fulfill({ body: "broken" }));
    await page.getByRole("link", { name: "For Individuals" }).click();
    await expect(page.getByText("ROAD CLOSED")).toBeVisible();
    await page.unrouteAll();
    // It would go away by itself.
    const shownAgain = page.evaluate(
      (text) =>
        new Promise<boolean>((resolve) => {
          const look = () => document.querySelector("[data-toasts]")?.textContent.includes(text);
          const back = () => document.querySelector("h1")?.textContent === "CONTACT US";
          const seen = new MutationObserver(() => {
            if (look()) resolve(true);
            // What comes with the page comes with its first frames.
            else if (back())
              requestAnimationFrame(() => setTimeout(() => resolve(look() ?? false)));
          });
          seen.observe(document, { subtree: true, childList: true, characterData: true });
        }),
      "Form submitted successfully!",
    );
    await page.getByRole("button", { name: "Go Back" }).click();
    expect(await shownAgain).toBe(false);
  });

  test("a link pressed offline keeps the page, and leads on when the network is back", async ({
    page,
    context,
  }) => {
    await page.goto("/pulsegen");
    await context.setOffline(true);
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await expect(toasts(page)).toContainText("You are offline. The page opens");
    await expect(page).toHaveURL(/\/pulsegen$/);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/contactus$/);
  });

  test("a page whose data does not come is tried again", async ({ page }) => {
    await page.goto("/contactus");
    let losing = true;
    await page.route("**/contactus.data*", (route) => (losing ? route.abort() : route.continue()));
    await page.getByRole("link", { name: "For Individuals" }).click();
    await expect(toasts(page)).toContainText("No answer yet. Trying again.");
    await expectNoErrorPage(page);
    losing = false;
    await expect(popup(page)).toBeVisible();
    await expect(toasts(page)).toBeEmpty();
  });

  test("the theme and the figures of the dashboard stay as they are offline", async ({
    page,
    context,
  }) => {
    await page.goto("/pulsescout/dashboard?tab=trip");
    await context.setOffline(true);
    await button(page, "Night").click();
    await expect(toasts(page)).toContainText(OFFLINE);
    await button(page, "Reload").click();
    await expect(toasts(page)).toContainText("The figures stay as they are");
    await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(0);
    await context.setOffline(false);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
    await expectNoErrorPage(page);
  });

  test("a page of trips that was never seen is said to need the network", async ({
    page,
    context,
  }) => {
    await page.goto("/pulsescout/dashboard?tab=trip");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByRole("alert")).toContainText("You are offline");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trip Summary");
    await expectNoErrorPage(page);
    await button(page, "Retry").click();
    await expect(toasts(page)).toContainText("You are offline. The page opens");
    await context.setOffline(false);
    await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
  });

  test("'Refresh now' offline keeps the operators' page", async ({ page, context }) => {
    await page.goto("/pulsescout/dashboard/status");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Refresh now Totals" }).click();
    await expect(toasts(page)).toContainText(OFFLINE);
    await expect(page.getByRole("heading", { name: "System status" })).toBeVisible();
  });
});

deletionTest.describe("the account's deletion", () => {
  deletionTest(
    "a number sent offline is kept, and sent when the network is back",
    async ({ page, context }) => {
      await page.goto(PAGE);
      await phoneField(page).fill("9000000042");
      await context.setOffline(true);
      await button(page, "Send OTP").click();
      await expect(toasts(page)).toContainText(OFFLINE);
      await expect(phoneField(page)).toHaveValue("9000000042");
      await context.setOffline(false);
      await expect(codeField(page)).toBeVisible();
    },
  );

  deletionTest(
    "offline nothing is deleted; a lost answer may have deleted, and the same button finds out",
    async ({ page, context }) => {
      await reachReasons(page);
      await page.getByRole("checkbox").first().check();
      await button(page, "Delete Account").click();
      const confirm = dialog(page, "Confirm Deletion");
      await confirm.waitFor();
      await context.setOffline(true);
      await confirm.getByRole("button", { name: "Delete" }).click();
      await expect(toasts(page)).toContainText(OFFLINE);
      await context.setOffline(false);
      await expect(toasts(page)).toBeEmpty();
      await expect(confirm).toBeVisible();

      await loseAnswers(page, PAGE);
      await confirm.getByRole("button", { name: "Delete" }).click();
      await expect(confirm).toContainText("Failed to delete account. Please try again.");
      await expect(confirm).toContainText("Your account may be deleted all the same.");
      await page.unroute(`**${PAGE}.data*`);
      await confirm.getByRole("button", { name: "Delete" }).click();
      await expect(dialog(page, "Account Deleted Successfully")).toBeVisible();
    },
  );
});
