import { expect } from "./site";
import { PAGE, registeredPhone, test } from "./deletion-steps";

test.describe("with scripts", { tag: "@js" }, () => {
  test("the journey works by keyboard, focus is where it is needed", async ({ page, steps }) => {
    const phone = registeredPhone();
    const focused = () => page.locator(":focus");
    const tabTo = async (name: string) => {
      for (let tabs = 0; tabs < 30; tabs += 1) {
        await page.keyboard.press("Tab");
        if ((await focused().textContent()) === name) return;
      }
      throw new Error(`no way by Tab to ${name}`);
    };
    await page.goto(PAGE);
    await page.getByRole("textbox", { name: "Phone number" }).focus();
    await page.keyboard.type(phone);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "The code" })).toBeFocused();

    await page.keyboard.press("Tab");
    await expect(steps.codeField).toBeFocused();
    await page.keyboard.type(await steps.sentCode(phone));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Why are you leaving?" })).toBeFocused();

    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await tabTo("Delete Account");
    await page.keyboard.press("Enter");
    const confirm = steps.dialog("Confirm Deletion");
    await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(confirm).toBeHidden();
    await expect(steps.button("Delete Account")).toBeFocused();
    // At 400 % zoom the dialog does not fit, so the focus starts at its heading.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.keyboard.press("Enter");
    await expect(confirm.getByRole("heading", { name: "Confirm Deletion" })).toBeFocused();
    await expect(confirm.getByRole("heading", { name: "Confirm Deletion" })).toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Tab");
    await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(confirm.getByRole("button", { name: "Delete" })).toBeFocused();
    await page.keyboard.press("Enter");

    const receipt = steps.dialog("Account Deleted Successfully");
    await expect(receipt.getByRole("button", { name: "OK" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(receipt).toBeVisible();
  });

  test("every focusable element has a visible focus ring", async ({ page }) => {
    await page.goto(PAGE);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Skip to content");
    const stops = await page.locator("a:visible, summary:visible, button:enabled").count();
    for (let stop = 0; stop < stops; stop += 1) {
      const [ring, html] = await page.evaluate(() => {
        const focused = document.activeElement;
        const ringElement = focused?.closest(":has(> input:focus)") ?? focused;
        const css = [focused, ringElement].map((element) => element && getComputedStyle(element));
        const outline = css.find((style) => style?.outlineStyle === "solid");
        return [
          `${outline?.outlineWidth} ${outline?.outlineOffset} ${outline?.outlineColor}`,
          focused?.outerHTML,
        ];
      });
      expect([ring, html]).toEqual(["3px 3px rgb(22, 25, 29)", html]);
      await page.keyboard.press("Tab");
    }
  });

  test("a note says which part of a typed number was removed", async ({ page, steps }) => {
    await page.goto(PAGE);
    const note = page.locator("form").getByRole("status");
    // Typed digit by digit, the country code takes up room of the last digits at first.
    for (const text of ["ab+91 98765 43210", "0091 98765 43210"]) {
      await steps.phoneField.fill("");
      await steps.phoneField.pressSequentially(text);
      await expect(steps.phoneField).toHaveValue("9876543210");
      await expect(note).toHaveText("The country code is already there; kept the ten digits.");
    }
    await steps.phoneField.press("Backspace");
    await expect(note).toBeEmpty();
  });
});
