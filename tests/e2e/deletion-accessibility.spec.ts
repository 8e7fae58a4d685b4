import type { Page } from "@playwright/test";
import { expect } from "./site";
import { enlargeText, pastTheEdge, violationsOf } from "./wcag";
import { NOTHING, shortcomings } from "./wcag-aaa";
import { PAGE, deletedPhone, registeredPhone, stepsOn, test } from "./deletion-steps";

/** Leads through every place of the journey and looks at each. */
async function eachPlace(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const steps = stepsOn(page);
  const phone = registeredPhone();
  await page.goto(PAGE);
  await look("phone");
  await steps.sendCode("12");
  await page.getByRole("alert").waitFor();
  await look("phone, wrong");
  await steps.sendCode(phone);
  await steps.codeField.waitFor();
  await look("code");
  await steps.codeField.fill("000000");
  await steps.button("Verify OTP").click();
  await page.getByRole("alert").waitFor();
  await look("code, wrong");
  await steps.verifyCode(phone);
  await steps.reasons.waitFor();
  await page.getByRole("checkbox", { name: "Others" }).check();
  await look("reasons");
  await steps.button("Delete Account").click();
  await steps.dialog("Confirm Deletion").waitFor();
  await look("confirm");
  await steps.button("Delete").click();
  await steps.dialog("Account Deleted Successfully").waitFor();
  await look("done");
  await page.context().clearCookies();
  await page.goto(PAGE);
  await steps.sendCode(deletedPhone());
  await steps.dialog("Account Reactivation").waitFor();
  await look("reactivation");
}

/** As far apart as a reader may want letters, words, lines and paragraphs (1.4.12). */
const SPACED =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

const spaceText = (page: Page, css: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, css);

test("no place breaks WCAG or reaches past the edge", async ({ page, javaScriptEnabled }) => {
  // What has the focus is scrolled to at once; colours on their way from one state to the next are neither.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await eachPlace(page, async (name) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await enlargeText(page, "200%");
    expect([name, "200 %", await pastTheEdge(page)]).toEqual([name, "200 %", []]);
    await enlargeText(page, "100%");
    await spaceText(page, SPACED);
    expect([name, "spaced", await pastTheEdge(page)]).toEqual([name, "spaced", []]);
    await spaceText(page, "");
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([name, width, await pastTheEdge(page)]).toEqual([name, width, []]);
      expect([name, width, await shortcomings(page)]).toEqual([name, width, NOTHING]);
    }
    if (!javaScriptEnabled) return;
    await page.setViewportSize({ width: 390, height: 900 });
    expect([name, await violationsOf(page, "AAA")]).toEqual([name, []]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("the whole journey by keyboard, the focus where it is needed", async ({ page, steps }) => {
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
    // At 400 % there is no room for all of it: it is read from its beginning.
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

    const done = steps.dialog("Account Deleted Successfully");
    await expect(done.getByRole("button", { name: "OK" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(done).toBeVisible();
  });

  test("every stop of the keyboard has a ring that is seen", async ({ page }) => {
    await page.goto(PAGE);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Skip to content");
    const stops = await page.locator("a:visible, summary:visible, button:enabled").count();
    for (let stop = 0; stop < stops; stop += 1) {
      const [ring, seen] = await page.evaluate(() => {
        const focused = document.activeElement;
        const ringed = focused?.closest(":has(> input:focus)") ?? focused;
        const own = [focused, ringed].map((element) => element && getComputedStyle(element));
        const outline = own.find((style) => style?.outlineStyle === "solid");
        return [
          `${outline?.outlineWidth} ${outline?.outlineOffset} ${outline?.outlineColor}`,
          focused?.outerHTML,
        ];
      });
      expect([ring, seen]).toEqual(["3px 3px rgb(22, 25, 29)", seen]);
      await page.keyboard.press("Tab");
    }
  });

  test("what may not be pressed yet is disabled while scripts run", async ({ page, steps }) => {
    await page.goto(PAGE);
    await expect(steps.button("Send OTP")).toBeDisabled();
    const field = page.getByRole("textbox", { name: "Phone number" });
    const note = page.locator("form").getByRole("status");
    // Typed one by one the code in front takes the room of the last digits until they are there.
    for (const text of ["ab+91 98765 43210", "0091 98765 43210"]) {
      await field.fill("");
      await field.pressSequentially(text);
      await expect(field).toHaveValue("9876543210");
      await expect(note).toHaveText("The country code is already there; kept the ten digits.");
    }
    await field.fill("12345678901234");
    await expect(field).toHaveValue("1234567890");
    await expect(note).toHaveText("Only ten digits fit. The rest is left out.");
    await field.press("Backspace");
    await expect(note).toBeEmpty();

    await steps.reachReasons();
    await expect(steps.button("Delete Account")).toBeDisabled();
    await page.getByRole("checkbox", { name: "Privacy concerns" }).check();
    await expect(steps.button("Delete Account")).toBeEnabled();
  });
});
