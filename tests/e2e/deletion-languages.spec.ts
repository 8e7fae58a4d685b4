import type { Page } from "@playwright/test";
import { PAGE, registeredPhone, sentCodeOf, test } from "./deletion-steps";
import { expect, faultsOf } from "./site";
import { violationsOf } from "./wcag";
import { NOTHING, shortcomings } from "./wcag-aaa";

/**
 * The other direction with scripts, and the longest words without. English is walked by the other tests of the journey;
 * words are looked at over HTTP.
 */
const LANGUAGES = [
  { language: "ur", direction: "rtl", tag: "@js" },
  { language: "en-xa", direction: "ltr", tag: "@no-js" },
];

/** By what they do: their names are another language's each time. */
const act = (page: Page, intent: string) =>
  page
    .locator(`form:has(> input[name=intent][value="${intent}"])`)
    .locator("button[type=submit]:visible")
    .or(page.locator(`button[form="${intent}"]:visible`))
    .first();

for (const { language, direction, tag } of LANGUAGES) {
  test(`the whole journey in '${language}'`, { tag }, async ({ page, javaScriptEnabled }) => {
    const faults = faultsOf(page);
    await page.setViewportSize({ width: 360, height: 740 });
    /** @param rules whether axe looks, too: a refused form has all that it had before, and more */
    const look = async (place: string, rules = true) => {
      await expect(page.locator(`[data-place="${place}"]`)).toHaveCount(1);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", language);
      await expect(html).toHaveAttribute("dir", direction);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        360,
      );
      expect([place, await shortcomings(page)]).toEqual([place, NOTHING]);
      if (!javaScriptEnabled || !rules) return;
      expect([place, await violationsOf(page, "AAA")]).toEqual([place, []]);
    };
    await page.emulateMedia({ reducedMotion: "reduce" });
    const phone = registeredPhone();

    await page.goto(`${PAGE}?lang=${language}`);
    await look("phone", false);
    await page.locator("#phone").fill("1");
    await act(page, "send").click();
    await page.getByRole("alert").waitFor();
    await look("phone");
    // As a phone's keypad in Devanagari writes them.
    await page
      .locator("#phone")
      .fill(phone.replace(/\d/g, (digit) => "०१२३४५६७८९".charAt(Number(digit))));
    await act(page, "send").click();
    await page.locator("#otp").waitFor();
    await look("code", false);
    await expect(page.locator("#otp")).toHaveCSS("direction", "ltr");
    await page.locator("#otp").fill("000000");
    await act(page, "verify").click();
    await page.getByRole("alert").waitFor();
    await look("code");
    await page.locator("#otp").fill(await sentCodeOf(page, phone));
    await act(page, "verify").click();
    await page.locator("fieldset").waitFor();
    await look("reasons");
    await page.locator("[name=reason]").nth(3).check();
    await act(page, "reasons").click();
    await look("confirm");
    await act(page, "cancel").click();
    await look("reasons", false);
    await act(page, "reasons").click();
    await act(page, "delete").click();
    await look("done");
    await act(page, "leave").click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
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
