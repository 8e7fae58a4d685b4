import { TRIPS } from "./dashboard-site";
import { expect, test } from "./site";

/** Replaces every text node of a hydrated page, now and after each change, with two nested `<font>`, as Chrome does. */
function translate() {
  const excluded = "font, script, style, noscript, textarea, svg";
  const font = () => document.createElementNS("http://www.w3.org/1999/xhtml", "font");
  function wrapTexts() {
    if (document.readyState === "loading") return;
    if (document.querySelector("html:not([data-hydrated]) link[rel=modulepreload]")) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text); // SHOW_TEXT
    for (const text of texts) {
      if (text.data.trim() === "" || text.parentElement?.closest(excluded)) continue;
      const outer = font();
      outer.appendChild(font()).textContent = text.data;
      text.replaceWith(outer);
    }
  }
  // A document without scripts does not change after it is parsed.
  document.addEventListener("DOMContentLoaded", wrapTexts);
  const every = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(wrapTexts).observe(document, every);
}

test("a translated page works, and sends a message", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(translate);
  await page.goto("/contactus?audience=individual");
  await expect(page.locator("h1 font")).not.toHaveCount(0);
  for (const name of ["First name", "Last name", "Message"]) {
    await page.getByRole("textbox", { name }).fill("Meera");
  }
  await page.getByRole("textbox", { name: "Email" }).fill("meera@example.org");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.locator("[data-status]")).toHaveText("Form Submitted Successfully");
  await page.goto(TRIPS);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText(/^13-24 of /)).toBeVisible();
  await expect(page.getByText(/^1-12 of /)).toHaveCount(0);
  expect(errors).toEqual([]);
});
