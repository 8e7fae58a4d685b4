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
async function violationsOf(
  page: Page,
  part: string,
): Promise<[rule: string, elements: string[]][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await finishAnimations(page);
  return page.evaluate(async (selector) => {
    // Off by default in axe: targets of 24 px, and names that voice control needs.
    const rules = {
      "target-size": { enabled: true },
      "label-content-name-mismatch": { enabled: true },
    };
    // No rule that can fail reads the style sheets and films that axe would load again.
    const options = { resultTypes: ["violations" as const], preload: false, rules };
    const { violations } = await window.axe.run(selector, options);
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, part);
}

/** Expects that the page, or that part of it which is new, comes to have no WCAG AA violations. */
export async function expectNoWcagViolations(
  page: Page,
  name: string,
  { width = 390, part = "html" } = {},
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await expect.poll(() => violationsOf(page, part), `${name} at ${width} px`).toEqual([]);
}

/** Text sizes and window widths in px that leave little room. Small text has more room at 320 px than large text. */
const NARROW = [
  ["100%", 768],
  ["200%", 320],
  ["200%", 1280],
] as const;

/**
 * Expects that at each narrow width and text size nothing leaves the window. Afterwards the text has its usual size.
 *
 * @param texts selector of texts that may not be cut off either
 * @param also what else has to hold at each width
 */
export async function expectFits(
  page: Page,
  name: string,
  texts?: string,
  also?: () => Promise<void>,
): Promise<void> {
  for (const [size, width] of NARROW) {
    await page.setViewportSize({ width, height: 900 });
    // Scales the text like the browser's font-size setting.
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
    // Charts and carousels are drawn again after they have been measured.
    await expect
      .poll(() => page.evaluate(misfits, texts), `${name}, ${size} at ${width} px`)
      .toEqual([]);
    await also?.();
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
}

/**
 * Elements that overflow the window or a scrolling dialog to the right and are not clipped on purpose, and texts that
 * cut themselves off. Runs in the page.
 */
function misfits(texts: string | undefined): string[] {
  const isClipped = (element: Element) => {
    // The body clips every overflow, so it does not count.
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (/hidden|clip/.test(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  const outside = [...document.body.querySelectorAll("*")]
    .filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 1 ||
        (element.matches("dialog") && element.scrollWidth > element.clientWidth + 1),
    )
    .filter((element) => element.getBoundingClientRect().width > 0)
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => getComputedStyle(element).clipPath === "none" && !isClipped(element))
    .filter((element) => !element.closest("thead, [popover], .swiper, .swiper-slide"));
  const cutOff = [...document.querySelectorAll(texts ?? ":not(*)")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => getComputedStyle(element).overflowX !== "visible")
    .filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
    );
  const { documentElement } = document;
  const scrolling = documentElement.scrollWidth > innerWidth ? [documentElement] : [];
  return [...scrolling, ...outside, ...cutOff].map((element) => element.outerHTML.slice(0, 120));
}

/**
 * Expects that whatever can take the focus is in sight then, with a ring. The first stop is reached with the Tab key,
 * so that the browser draws the rings of a keyboard.
 */
export async function expectFocusInSight(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus-visible")).toHaveCount(1);
  const stops = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "a, button, summary, input, select, textarea, [tabindex]",
      ),
    ]
      .filter((element) => element.tabIndex >= 0 && !element.matches(":disabled, [type=hidden]"))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest("[inert][aria-hidden]"))
      .map((element) => {
        element.focus();
        const { width, height, left, right } = element.getBoundingClientRect();
        const inWindow = width > 0 && height > 0 && right > 0 && left < innerWidth;
        const hasRing =
          element === document.activeElement && getComputedStyle(element).outlineStyle !== "none";
        return { element: element.outerHTML.slice(0, 120), seen: inWindow && hasRing };
      }),
  );
  expect(stops.length).toBeGreaterThan(2);
  expect(stops.filter(({ seen }) => !seen)).toEqual([]);
}
