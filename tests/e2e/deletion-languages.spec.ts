import type { Page } from "@playwright/test";
import { deletedPhone, PAGE, registeredPhone, sentCodeOf, test } from "./deletion-steps";
import { expect, uncaughtErrors } from "./site";
import { enlargeText, overflowingElements, violationsOf } from "./wcag";
import { NOTHING, aaaViolations } from "./wcag-aaa";

/** English, a right-to-left language with scripts, one with long words without. */
const LANGUAGES = [
  { language: "en", direction: "ltr", widths: [320, 1440], tag: [] },
  { language: "ur", direction: "rtl", widths: [360], tag: "@js" },
  { language: "ta", direction: "ltr", widths: [360], tag: "@no-js" },
];

/** The text spacing that WCAG 1.4.12 requires a page to support. */
const SPACED =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

const spaceText = (page: Page, css: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** Walks through every step of the journey and calls `check` at each. */
async function eachPlace(
  page: Page,
  language: string,
  check: (place: string) => Promise<void>,
): Promise<void> {
  const [phoneField, codeField] = [page.locator("#phone"), page.locator("#otp")];
  const phone = registeredPhone();
  /** Finds the button by its intent, because its name differs per language. */
  const press = (intent: string) =>
    page
      .locator(`form:has(> input[name=intent][value="${intent}"])`)
      .locator("button[type=submit]:visible")
      .or(page.locator(`button[form="${intent}"]:visible`))
      .first()
      .click();

  await page.goto(`${PAGE}?lang=${language}`);
  await check("phone");
  await phoneField.fill("12");
  await press("send");
  await page.getByRole("alert").waitFor();
  await check("phone");
  // Devanagari digits, as a phone's keypad in that script types them.
  const digits = phone.replace(/\d/g, (digit) => "०१२३४५६७८९".charAt(Number(digit)));
  await phoneField.fill(digits);
  await press("send");
  await check("code");
  await expect(codeField).toHaveCSS("direction", "ltr");
  await codeField.fill("000000");
  await press("verify");
  await page.getByRole("alert").waitFor();
  await check("code");
  await codeField.fill(await sentCodeOf(page, phone));
  await press("verify");
  await page.locator("fieldset").waitFor();
  await page.locator("[name=reason]").last().check();
  await check("reasons");
  await press("reasons");
  await check("confirm");
  await press("cancel");
  await page.locator("fieldset").waitFor();
  await press("reasons");
  await press("delete");
  await check("done");
  await press("leave");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.context().clearCookies();
  await page.goto(`${PAGE}?lang=${language}`);
  await phoneField.fill(deletedPhone());
  await press("send");
  await check("reactivation");
}

for (const { language, direction, widths, tag } of LANGUAGES) {
  const title = `no step in '${language}' violates WCAG or overflows the window`;
  test(title, { tag }, async ({ page, javaScriptEnabled }) => {
    const faults = uncaughtErrors(page);
    // Turns off smooth scrolling and colour transitions, whose intermediate states would be measured.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await eachPlace(page, language, async (place) => {
      await expect(page.locator(`[data-place="${place}"]`)).toHaveCount(1);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", language);
      await expect(html).toHaveAttribute("dir", direction);
      if (language === "en") {
        await page.setViewportSize({ width: 320, height: 900 });
        await enlargeText(page, "200%");
        expect([place, "200 %", await overflowingElements(page)]).toEqual([place, "200 %", []]);
        await enlargeText(page, "100%");
        await spaceText(page, SPACED);
        expect([place, "spaced", await overflowingElements(page)]).toEqual([place, "spaced", []]);
        await spaceText(page, "");
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect([place, width, await overflowingElements(page)]).toEqual([place, width, []]);
        expect([place, width, await aaaViolations(page)]).toEqual([place, width, NOTHING]);
      }
      if (!javaScriptEnabled) return;
      await page.setViewportSize({ width: 390, height: 900 });
      expect([place, await violationsOf(page, "AAA")]).toEqual([place, []]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    expect(faults).toEqual([]);
  });
}

test("a link from another page opens the chosen language @js", async ({ page }) => {
  await page.goto(`${PAGE}?lang=ur`);
  await page.goto("/blogs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Delete your account" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("اپنا اکاؤنٹ حذف کریں");
});
