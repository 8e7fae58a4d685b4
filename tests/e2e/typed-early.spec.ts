import type { Page } from "@playwright/test";
import { test as dashboardTest, TRIPS } from "./dashboard-site";
import { button, PAGE, registeredPhone, test as deletionTest } from "./deletion-steps";
import { expect, uncaughtErrors, holdScripts, waitForHydration, test } from "./site";

/** Opens a page and fills it in before its scripts load; resolves after hydration. */
async function fillInEarly(page: Page, path: string, fillIn: () => Promise<void>): Promise<void> {
  const releaseScripts = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await fillIn();
  releaseScripts();
  await waitForHydration(page);
  await page.unrouteAll();
}

dashboardTest("filters chosen before scripts load are applied", async ({ page }) => {
  const date = page.getByLabel("Select date");
  const country = page.getByRole("combobox", { name: "Country" });
  await fillInEarly(page, TRIPS, async () => {
    await button(page, "Filter By").click();
    await date.fill("2025-08-18");
    await country.selectOption("Germany");
  });
  await expect(date).toHaveValue("2025-08-18");
  await expect(country).toHaveValue("Germany");
  await button(page, "Done").click();
  await expect(page).toHaveURL(/date=2025-08-18&country=Germany$/);
});

dashboardTest("text typed before scripts load survives later renders", async ({ page }) => {
  const search = page.getByRole("searchbox", { name: "Search trips" });
  const number = page.getByRole("textbox", { name: "Go to page" });
  await fillInEarly(page, TRIPS, async () => {
    await search.fill("trip-2");
    await number.fill("3");
  });
  // These presses render the page again.
  await page.getByRole("switch", { name: "Pause motion" }).click();
  await button(page, "Day").click();
  await expect(search).toHaveValue("trip-2");
  await expect(number).toHaveValue("3");
  await number.press("Enter");
  await expect(page.getByText("25-30 of 30")).toBeVisible();
  await expect(number).toHaveValue("");
});

deletionTest("each step can be filled in before scripts load", async ({ page, steps }) => {
  const phone = registeredPhone();
  await fillInEarly(page, PAGE, () => steps.phoneField.fill(phone));
  await steps.button("Send OTP").click();
  await steps.codeField.waitFor();

  await fillInEarly(page, PAGE, async () => steps.codeField.fill(await steps.sentCode(phone)));
  await steps.button("Verify OTP").click();
  const others = page.getByRole("checkbox", { name: "Others" });
  await others.waitFor();

  const details = page.getByRole("textbox", { name: "Please tell us more" });
  await fillInEarly(page, PAGE, async () => {
    await others.check();
    await details.fill("I moved.");
  });
  await steps.button("Delete Account").click();
  await steps.dialog("Confirm Deletion").getByRole("button", { name: "Cancel" }).click();
  await expect(others).toBeChecked();
  await expect(details).toHaveValue("I moved.");
});

/** Where extensions and password managers insert elements before React hydrates the page. */
const INSERTIONS: Record<string, (field: HTMLElement) => void> = {
  "at the end of the document": () =>
    document.documentElement.append(document.createElement("ins")),
  "at the start of the head": () => document.head.prepend(document.createElement("ins")),
  "at the start of the body": () => document.body.prepend(document.createElement("ins")),
  "after the field": (field) => field.after(document.createElement("ins")),
  "around the field": (field) => {
    const wrapper = document.createElement("ins");
    field.replaceWith(wrapper);
    wrapper.append(field);
    field.focus();
  },
};

/** Types into a page's last field before scripts load and continues afterwards. */
async function typeEarly(page: Page, path: string, meanwhile?: (field: HTMLElement) => void) {
  const field = page.getByRole("textbox").last();
  await fillInEarly(page, path, async () => {
    await field.pressSequentially("98765");
    await field.press("ArrowLeft");
    if (meanwhile) await field.evaluate(meanwhile);
    await page.evaluate(() => document.documentElement.setAttribute("data-sent", ""));
  });
  await expect(field).toHaveValue("98765");
  await expect(field).toBeFocused();
  await page.keyboard.type("0");
  await expect(field).toHaveValue("987605");
}

const FORMS = [PAGE, "/contactus?audience=individual"];

for (const [place, insert] of Object.entries(INSERTIONS)) {
  test(`an element inserted ${place} loses nothing that was typed early`, async ({ page }) => {
    const faults = uncaughtErrors(page);
    for (const path of FORMS) {
      await typeEarly(page, path, insert);
      await expect(page.locator("html[data-sent] ins")).toHaveCount(1);
    }
    expect(faults).toEqual([]);
  });
}

test("a document that React cannot hydrate keeps the typed text", async ({ page }) => {
  // A proxy inserts an element; the page cannot tell it from the server's own markup.
  for (const path of FORMS) {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<body[^>]*>/, "$&<ins></ins>");
      await route.fulfill({ response, body });
    });
    await typeEarly(page, path);
    await expect(page.locator("ins")).toHaveCount(0);
    await expect(page.locator("html[data-motion]")).toHaveCount(1);
  }
});

/** How browsers and password managers fill in a field without an `input` event. */
const SILENT_FILLS: Record<string, (field: HTMLInputElement, value: string) => void> = {
  "a change event only": (field, value) => {
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  },
  "no event": (field, value) => {
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
  },
};

for (const [events, fill] of Object.entries(SILENT_FILLS)) {
  deletionTest(
    `a button works after its field was filled in with ${events}`,
    async ({ page, steps }) => {
      const phone = registeredPhone();
      await page.goto(PAGE);
      await expect(steps.button("Send OTP")).toBeDisabled();
      await steps.phoneField.evaluate(fill, phone);
      await steps.button("Send OTP").click();
      const code = await steps.sentCode(phone);
      await expect(steps.button("Verify OTP")).toBeDisabled();
      await steps.codeField.evaluate(fill, code);
      await steps.button("Verify OTP").click();
      const reason = page.getByRole("checkbox").first();
      await reason.waitFor();
      await expect(steps.button("Delete Account")).toBeDisabled();
      await reason.evaluate(fill, "");
      await steps.button("Delete Account").click();
      await expect(steps.dialog("Confirm Deletion")).toBeVisible();
    },
  );
}
