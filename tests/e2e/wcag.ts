import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { finishAnimations } from "./site";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified file has less than half the size of the package's `source`, and every page loads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG AA violations once finite animations have ended: axe's rules with their elements. */
async function violationsOf(page: Page): Promise<[rule: string, elements: string[]][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await finishAnimations(page);
  return page.evaluate(async () => {
    // Off by default in axe: targets of 24 px, and names that voice control needs.
    const rules = {
      "target-size": { enabled: true },
      "label-content-name-mismatch": { enabled: true },
    };
    // No rule that can fail reads the style sheets and films that axe would load again.
    const options = { resultTypes: ["violations" as const], preload: false, rules };
    const { violations } = await window.axe.run(options);
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
}

/** Expects that the page comes to have no WCAG AA violations, at each of these widths in px. */
export async function expectNoWcagViolations(
  page: Page,
  name: string,
  widths: readonly number[] = [390],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => violationsOf(page), `${name} at ${width} px`).toEqual([]);
  }
}

/** Text sizes and window widths in px that leave little room. */
export const NARROW = [
  ["100%", 320],
  ["100%", 768],
  ["200%", 320],
  ["200%", 1280],
] as const;

/** Scales the text like the browser's font-size setting. */
export const enlargeText = (page: Page, size: "100%" | "200%") =>
  page.evaluate((value) => (document.documentElement.style.fontSize = value), size);

/** Elements that overflow the window or a scrolling dialog to the right and are not clipped on purpose. */
export const overflowingElements = (page: Page) =>
  page.evaluate(() => {
    const isClipped = (element: Element) => {
      // The body clips every overflow, so it does not count.
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (/hidden|clip/.test(getComputedStyle(box).overflowX)) return true;
      }
      return false;
    };
    return [...document.body.querySelectorAll("*")]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 ||
          (element.matches("dialog") && element.scrollWidth > element.clientWidth + 1),
      )
      .filter((element) => element.getBoundingClientRect().width > 0)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => getComputedStyle(element).clipPath === "none" && !isClipped(element))
      .filter((element) => !element.closest("thead, [popover], .swiper, .swiper-slide"))
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Elements that cut off their own text. */
export const cutOff = (page: Page) =>
  page.locator("main :is(h1, h2, h3, p, dt, dd, li, a, button):visible").evaluateAll((elements) =>
    elements
      .filter((element) => getComputedStyle(element).overflowX !== "visible")
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** The focused element and whether its focus ring is visible; null without a focused element. */
export function focusedElement(page: Page): Promise<{ element: string; seen: boolean } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { width, height, left, right } = focused.getBoundingClientRect();
    const inWindow = width > 0 && height > 0 && right > 0 && left < innerWidth;
    const hasRing = getComputedStyle(focused).outlineStyle !== "none";
    const seen = inWindow && hasRing && !focused.closest("[inert]");
    return { element: focused.outerHTML.slice(0, 120), seen };
  });
}
