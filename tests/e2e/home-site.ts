import { expect, type Locator, type Page } from "@playwright/test";

export { expect, test } from "./site";

export const SECTIONS = [
  "home",
  "blogs",
  "partners",
  "solutions",
  "p-axon",
  "coin",
  "scout",
  "tech",
  "roadmap",
  "ecosystem",
  "team",
] as const;

/** Opens the home page as a visitor who has seen the loader before. */
export async function openHome(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  await page.goto("/");
}

/** Stops the page's clock; only `page.clock.runFor` advances it. Call it before opening the page. */
export async function stopClock(page: Page): Promise<void> {
  const start = new Date("2025-08-19T12:00:00Z");
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1000));
}

/** Scrolls a section into view without smooth scrolling. */
export async function show(section: Locator): Promise<void> {
  await section.evaluate((element) =>
    element.scrollIntoView({ block: "center", behavior: "instant" }),
  );
}

/** Scrolls a section into view and waits until it has begun to fade in. */
export async function reveal(page: Page, id: (typeof SECTIONS)[number]): Promise<void> {
  const section = page.locator(`#${id}`);
  await show(section);
  // The first section does not fade in.
  if (id !== "home") await expect(section).toHaveAttribute("data-reveal", "shown");
}

/** Scrolls a section into view and waits until its carousel has started. */
export async function started(page: Page, section: string): Promise<void> {
  await show(page.locator(section));
  // The carousel gives its slides this role when it starts.
  await expect(page.locator(`${section} [aria-roledescription=slide]`).first()).toBeAttached();
}

export const visibleSlides = (page: Page, section: string) =>
  page.locator(`${section} .swiper-slide-visible h3`);

export const marquee = (page: Page) =>
  page.locator("#partners div:has(> ul)").evaluateAll((elements) =>
    elements.map((row) => {
      const { animationDirection, animationName } = getComputedStyle(row);
      return [animationDirection, animationName].join(" ");
    }),
  );
