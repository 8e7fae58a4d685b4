import type { Page } from "@playwright/test";
import { EVERY_PAGE } from "../support/every-page";
import { test as dashboardTest, TRIPS } from "./dashboard-site";
import { button } from "./deletion-steps";
import { expect, uncaughtErrors, holdRequests, test } from "./site";

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
  new MutationObserver(wrapTexts).observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
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

async function pressAndWait(page: Page, name: string): Promise<void> {
  const releaseData = await holdRequests(page, "**/*.data*");
  await button(page, name).click();
  await expect(button(page, name)).toHaveAttribute("aria-busy", "true");
  releaseData();
  await expect(page.locator("[aria-busy]")).toHaveCount(0);
  await page.unrouteAll();
}

/** React's reports that it renders a document afresh because it was changed before hydration. */
const RENDERED_AFRESH = /Minified React error #4(18|23|25);/;

/** No error occurred, but for React's reports on a document that was changed before hydration. */
const FAULTS = { parsed: (fault: string) => !RENDERED_AFRESH.test(fault), hydrated: () => true };

async function expectWhole(page: Page, faults: string[], from: keyof typeof FAULTS): Promise<void> {
  await expect(page.locator("h1 font")).not.toHaveCount(0);
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  expect(faults.filter(FAULTS[from])).toEqual([]);
}

for (const from of ["parsed", "hydrated"] as const) {
  test.describe(`a page translated as soon as it is ${from}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
      await page.addInitScript(translate, from);
    });

    test("keeps working, whatever is pressed", async ({ page }) => {
      const faults = uncaughtErrors(page);
      for (const path of [...EVERY_PAGE, TRIPS, `${TRIPS}&country=India`]) {
        await page.goto(path);
        await pressEverything(page);
        await expectWhole(page, faults, from);
      }
    });

    test("sends a message", async ({ page }) => {
      const faults = uncaughtErrors(page);
      await page.setExtraHTTPHeaders({ "X-Forwarded-For": `2001:db8:a:${from.length}::1` });
      await page.goto("/contactus?audience=individual");
      for (const name of ["First name", "Last name", "Message"]) {
        await page.getByRole("textbox", { name }).fill("Meera");
      }
      await page.getByRole("textbox", { name: "Email" }).fill("no address");
      await button(page, "Send").click();
      await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
      await page.getByRole("textbox", { name: "Email" }).fill("meera@example.org");
      await pressAndWait(page, "Send");
      await expect(page.locator("[data-status]")).toHaveText("Form Submitted Successfully");
      await expectWhole(page, faults, from);
    });

    dashboardTest("shows changes on the dashboard", async ({ page }) => {
      const faults = uncaughtErrors(page);
      await page.goto(TRIPS);
      await expect(page.getByText("1-12 of 30")).toBeVisible();
      await page.getByRole("link", { name: "Next" }).click();
      await expect(page.getByText("13-24 of 30")).toBeVisible();
      await expect(page.getByText("1-12 of 30")).toHaveCount(0);
      await page.getByRole("link", { name: "Fleet Overview" }).first().click();
      await expect(page.getByRole("heading", { name: "Fleet Overview" })).toBeVisible();
      await expectWhole(page, faults, from);
    });
  });
}
