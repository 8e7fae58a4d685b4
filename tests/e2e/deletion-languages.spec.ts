import type { Page } from "@playwright/test";
import { PAGE, registeredPhone, sentCodeOf, test } from "./deletion-steps";
import { expect } from "./site";
import { violationsOf } from "./wcag";
import { NOTHING, shortcomings } from "./wcag-aaa";

/**
 * Each with what must not stand on its pages but in names. English is walked by the other tests of the journey. Without
 * scripts the longest words and the other direction are what may not fit; words are looked at over HTTP.
 */
const LANGUAGES = [
  { language: "hi", direction: "ltr", foreign: /\p{Script=Latin}/u, tag: "@js" },
  { language: "ur", direction: "rtl", foreign: /\p{Script=Latin}/u },
  { language: "en-xa", direction: "ltr", foreign: /[a-z]/i },
];

/** By what they do: their names are another language's each time. */
const act = (page: Page, intent: string) =>
  page
    .locator(`form:has(> input[name=intent][value="${intent}"])`)
    .locator("button[type=submit]:visible")
    .or(page.locator(`button[form="${intent}"]:visible`))
    .first();

/** Everything that can be read or is read out, in the page's own language. */
async function foreignTexts(page: Page, foreign: RegExp): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const own = (element: Element | null) => {
      const said = element?.closest("[lang]");
      return (
        said === document.documentElement && !element?.closest("script, style, noscript, time")
      );
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [document.title];
    while (walker.nextNode()) {
      if (own(walker.currentNode.parentElement)) found.push(walker.currentNode.textContent ?? "");
    }
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        if (own(element)) found.push(element.getAttribute(name) ?? "");
      }
    }
    return found;
  });
  const names =
    /\b(?:PulseScout|Pulse|WhatsApp|OTP)\b|DEL-\w{4}-\w{4}|[\w.]+@[\w.]+|\b[A-Z][a-z]+ \d+, \d{4}/g;
  return texts.map((text) => text.replace(names, "").trim()).filter((text) => foreign.test(text));
}

for (const { language, direction, foreign, tag = [] } of LANGUAGES) {
  test(`the whole journey in '${language}'`, { tag }, async ({ page, javaScriptEnabled }) => {
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(error.message));
    page.on("console", (message) => {
      // An answer of 400 is one.
      if (message.type() === "error" && !/status of 400/.test(message.text())) {
        failures.push(message.text());
      }
    });
    await page.setViewportSize({ width: 360, height: 740 });
    /** @param rules whether axe looks, too: a refused form has all that it had before, and more */
    const look = async (place: string, rules = true) => {
      await expect(page.locator(`[data-place="${place}"]`)).toHaveCount(1);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", language);
      await expect(html).toHaveAttribute("dir", direction);
      expect([place, await foreignTexts(page, foreign)]).toEqual([place, []]);
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
    expect(failures).toEqual([]);
  });
}

test("another language is a link away, and stays", async ({ page }) => {
  await page.goto(PAGE);
  const list = page.getByRole("navigation", { name: "Language" });
  await expect(list.getByRole("link")).toHaveText(["English", "हिन्दी", "اردو", /Pseudo/]);
  await list.getByRole("link", { name: "हिन्दी" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("अपना खाता मिटाएँ");
  await expect(page.locator("[aria-current=true]")).toHaveText("हिन्दी");
});

test(
  "a page that is opened without being loaded brings its texts",
  { tag: "@js" },
  async ({ page }) => {
    await page.goto(`${PAGE}?lang=ur`);
    await page.goto("/blogs");
    await page.getByRole("contentinfo").getByRole("link", { name: "Delete your account" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("اپنا اکاؤنٹ حذف کریں");
  },
);
