import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified file has less than half the size of the package's `source`, and every page loads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that are off by default in axe: those of level AAA, and `target-size` (24 px). */
const AAA = [
  "color-contrast-enhanced",
  "identical-links-same-purpose",
  "meta-refresh-no-exceptions",
  "target-size",
];

/** WCAG violations up to a level in the current state of the page: axe's rules with their elements. */
export async function violationsOf(
  page: Page,
  level: "AA" | "AAA" = "AA",
): Promise<[rule: string, elements: string[]][]> {
  const experimental = "label-content-name-mismatch"; // voice control needs it
  const enabledRules = [experimental, ...(level === "AAA" ? AAA : [])];
  const rules = Object.fromEntries(enabledRules.map((rule) => [rule, { enabled: true }]));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run({ resultTypes: ["violations"], rules });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);
}

/** Expects no WCAG AA violations in the current state of the page, at 390 px and at 1440 px. */
export async function expectNoWcagViolations(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await violationsOf(page)]).toEqual([name, width, []]);
  }
}

/** Text sizes and window widths in px that leave little room. */
export const NARROW = [
  ["100%", 320],
  ["100%", 768],
  ["200%", 320],
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
      .filter((element) => !element.closest("thead, [popover], .swiper"))
      .map((element) => element.outerHTML.slice(0, 120));
  });

const TARGETS = ["a", "button", "input", "select", "summary"].map((name) => `${name}:visible`);

/** Targets less than 24 px wide or high (WCAG 2.2, 2.5.8). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator(TARGETS.join()).evaluateAll((elements) =>
    elements
      // Exempt: links within a sentence, and the skip link, which is visible only with the focus.
      .filter((element) => !element.matches("[href='#content'], p a"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

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
