import type { Page } from "@playwright/test";
import { EVERY_PAGE } from "../support/every-page";
import { TRIPS } from "./dashboard-site";
import { expect, test } from "./site";

/**
 * Replaces every text node, now and after each change, with two nested `<font>`, like the translators of
 * Chrome and Edge.
 *
 * @param from whether to start before or after React has hydrated the page
 */
function translate(from: "parsed" | "hydrated") {
  const excluded = "font, script, style, noscript, textarea, svg";
  const font = () => document.createElementNS("http://www.w3.org/1999/xhtml", "font");
  function wrapTexts() {
    if (document.readyState === "loading") return;
    const waits = document.querySelector("html:not([data-hydrated]) link[rel=modulepreload]");
    if (from === "hydrated" && waits) return;
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

/** Presses every button and summary in turn, except those that leave the document. */
const pressEverything = (page: Page) =>
  page.evaluate(async () => {
    const pressed = document.querySelectorAll<HTMLElement>("button, summary, [role=button]");
    for (const element of pressed) {
      const name = `${element.ariaLabel} ${element.innerText}`;
      if (!element.isConnected || /Reload|Book|Join/.test(name)) continue;
      element.click();
      await new Promise((resolve) => setTimeout(resolve));
      document.querySelector<HTMLDialogElement>("dialog[open]:not([data-layer])")?.close();
    }
  });

/** React's reports that it renders a document afresh because it was changed before hydration. */
const RENDERED_AFRESH = /Minified React error #4(18|23|25);/;

/** Translates the page from the next document on. @returns checks that it is whole and had no other error */
async function translated(page: Page, from: "parsed" | "hydrated") {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  await page.addInitScript(translate, from);
  return async () => {
    await expect(page.locator("h1 font")).not.toHaveCount(0);
    await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
    const isFault = (error: string) => from === "hydrated" || !RENDERED_AFRESH.test(error);
    expect(errors.filter(isFault)).toEqual([]);
  };
}

for (const from of ["parsed", "hydrated"] as const) {
  test(`a page translated once it is ${from} works, and sends a message`, async ({ page }) => {
    const expectWhole = await translated(page, from);
    for (const path of EVERY_PAGE) {
      await page.goto(path);
      await pressEverything(page);
      await expectWhole();
    }
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": `2001:db8:a:${from.length}::1` });
    await page.goto("/contactus?audience=individual");
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
    await expectWhole();
  });
}
