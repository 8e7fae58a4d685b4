import type { Page } from "@playwright/test";
import { deletedPhone, PAGE, registeredPhone, sentCodeOf, test } from "./deletion-steps";
import { expect, faultsOf } from "./site";
import { enlargeText, pastTheEdge, violationsOf } from "./wcag";
import { NOTHING, shortcomings } from "./wcag-aaa";

/** English, the other direction with scripts, and the longest words without. Words are looked at over HTTP. */
const LANGUAGES = [
  { language: "en", direction: "ltr", widths: [320, 1440], tag: [] },
  { language: "ur", direction: "rtl", widths: [360], tag: "@js" },
  { language: "en-xa", direction: "ltr", widths: [360], tag: "@no-js" },
];

/** As far apart as a reader may want letters, words, lines and paragraphs (1.4.12). */
const SPACED =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

const spaceText = (page: Page, css: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** Leads through every place of the journey and looks at each. */
async function eachPlace(
  page: Page,
  language: string,
  look: (place: string) => Promise<void>,
): Promise<void> {
  const [phoneField, codeField] = [page.locator("#phone"), page.locator("#otp")];
  const phone = registeredPhone();
  /** By what it does: its name is another language's each time. */
  const press = (intent: string) =>
    page
      .locator(`form:has(> input[name=intent][value="${intent}"])`)
      .locator("button[type=submit]:visible")
      .or(page.locator(`button[form="${intent}"]:visible`))
      .first()
      .click();

  await page.goto(`${PAGE}?lang=${language}`);
  await look("phone");
  await phoneField.fill("12");
  await press("send");
  await page.getByRole("alert").waitFor();
  await look("phone");
  // As a phone's keypad in Devanagari writes them.
  const digits = phone.replace(/\d/g, (digit) => "०१२३४५६७८९".charAt(Number(digit)));
  await phoneField.fill(digits);
  await press("send");
  await look("code");
  await expect(codeField).toHaveCSS("direction", "ltr");
  await codeField.fill("000000");
  await press("verify");
  await page.getByRole("alert").waitFor();
  await look("code");
  await codeField.fill(await sentCodeOf(page, phone));
  await press("verify");
  await page.locator("fieldset").waitFor();
  await page.locator("[name=reason]").last().check();
  await look("reasons");
  await press("reasons");
  await look("confirm");
  await press("cancel");
  await page.locator("fieldset").waitFor();
  await press("reasons");
  await press("delete");
  await look("done");
  await press("leave");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.context().clearCookies();
  await page.goto(`${PAGE}?lang=${language}`);
  await phoneField.fill(deletedPhone());
  await press("send");
  await look("reactivation");
}

for (const { language, direction, widths, tag } of LANGUAGES) {
  const title = `no place in '${language}' breaks WCAG or reaches past the edge`;
  test(title, { tag }, async ({ page, javaScriptEnabled }) => {
    const faults = faultsOf(page);
    // What has the focus is scrolled to at once; colours on their way from one state to the next are neither.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await eachPlace(page, language, async (place) => {
      await expect(page.locator(`[data-place="${place}"]`)).toHaveCount(1);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", language);
      await expect(html).toHaveAttribute("dir", direction);
      if (language === "en") {
        await page.setViewportSize({ width: 320, height: 900 });
        await enlargeText(page, "200%");
        expect([place, "200 %", await pastTheEdge(page)]).toEqual([place, "200 %", []]);
        await enlargeText(page, "100%");
        await spaceText(page, SPACED);
        expect([place, "spaced", await pastTheEdge(page)]).toEqual([place, "spaced", []]);
        await spaceText(page, "");
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect([place, width, await pastTheEdge(page)]).toEqual([place, width, []]);
        expect([place, width, await shortcomings(page)]).toEqual([place, width, NOTHING]);
      }
      if (!javaScriptEnabled) return;
      await page.setViewportSize({ width: 390, height: 900 });
      expect([place, await violationsOf(page, "AAA")]).toEqual([place, []]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    expect(faults).toEqual([]);
  });
}

test("a page opened without being loaded brings its texts @js", async ({ page }) => {
  await page.goto(`${PAGE}?lang=ur`);
  await page.goto("/blogs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Delete your account" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("اپنا اکاؤنٹ حذف کریں");
});
