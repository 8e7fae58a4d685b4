import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { expect, test as siteTest } from "./site";

const test = siteTest.extend({
  baseURL: async ({}, use) => {
    // Nothing listens on the discard port.
    const handOver = {
      CONTACT_FORM_URL: "http://127.0.0.1:9/submit",
      CONTACT_FORM_ACCESS_KEY: "key-7f3a",
    };
    const site = await startBuiltServer({ env: { ...WITHOUT_UPSTREAM, ...handOver } });
    await use(site.url);
    await site.kill();
  },
});

test("a message that cannot be handed over is not lost", async ({ page }) => {
  await page.goto("/contactus?audience=collaboration");
  const popup = page.getByRole("dialog", { name: "Get in touch" });
  const typed = {
    "First name": "Meera",
    "Last name": "Iyer",
    Email: "meera@example.org",
    Message: "Our city has 400 km of roads.",
  };
  for (const [name, value] of Object.entries(typed)) {
    await popup.getByRole("textbox", { name }).fill(value);
  }
  await popup.getByRole("button", { name: "Send" }).click();
  await expect(popup.locator("output")).toHaveText("Something went wrong.");
  await expect(popup.locator("[data-toasts]")).toHaveText("Something went wrong.");
  for (const [name, value] of Object.entries(typed)) {
    await expect(popup.getByRole("textbox", { name })).toHaveValue(value);
  }
  expect(await page.content()).not.toContain("key-7f3a");
});
