import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Less than half of what the package's own `source` weighs, which every page would have to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that axe leaves off by itself: of level AAA, and of targets below 24 px. */
const AAA = [
  "color-contrast-enhanced",
  "identical-links-same-purpose",
  "meta-refresh-no-exceptions",
  "target-size",
];

/** What the page as it stands breaks of WCAG, up to a level: each rule with the elements that break it. */
export async function violationsOf(
  page: Page,
  level: "AA" | "AAA" = "AA",
): Promise<[rule: string, elements: string[]][]> {
  const young = "label-content-name-mismatch"; // what is said aloud has to work as it is read
  const asked = [young, ...(level === "AAA" ? AAA : [])];
  const rules = Object.fromEntries(asked.map((rule) => [rule, { enabled: true }]));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run({ resultTypes: ["violations"], rules });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);
}

/** Fails where the page as it stands breaks WCAG, on a phone or on a wide screen. */
export async function expectWcagKept(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await violationsOf(page)]).toEqual([name, width, []]);
  }
}

/** Sizes of text and widths of a window at which little has room. */
export const NARROW = [
  ["100%", 320],
  ["100%", 768],
  ["200%", 320],
] as const;

/** Text at so much of its size, as a browser's own setting makes it. */
export const enlargeText = (page: Page, size: "100%" | "200%") =>
  page.evaluate((value) => (document.documentElement.style.fontSize = value), size);

/** What reaches past the right edge of the window, or of a dialog that scrolls, and is not cut off there on purpose. */
export const pastTheEdge = (page: Page) =>
  page.evaluate(() => {
    const clipped = (element: Element) => {
      // The body itself hides whatever is too wide, so it is no excuse.
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
      .filter((element) => getComputedStyle(element).clipPath === "none" && !clipped(element))
      .filter((element) => !element.closest("thead, [popover], .swiper"))
      .map((element) => element.outerHTML.slice(0, 120));
  });

const TARGETS = ["a", "button", "input", "select", "summary"].map((name) => `${name}:visible`);

/** The targets that are less than 24 px wide or high (WCAG 2.2, 2.5.8). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator(TARGETS.join()).evaluateAll((elements) =>
    elements
      // A link within a sentence is as high as its line; the skip link is seen only with the focus.
      .filter((element) => !element.matches("[href='#content'], p a"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Where the focus is, and whether one sees that it is there; null when it is on nothing. */
export function focusStop(page: Page): Promise<{ element: string; seen: boolean } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { width, height, left, right } = focused.getBoundingClientRect();
    const inWindow = width > 0 && height > 0 && right > 0 && left < innerWidth;
    const ringed = getComputedStyle(focused).outlineStyle !== "none";
    const seen = inWindow && ringed && !focused.closest("[inert]");
    return { element: focused.outerHTML.slice(0, 120), seen };
  });
}
