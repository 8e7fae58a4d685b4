import { articles } from "~/content/articles";
import { partnerRows } from "~/content/partners";
import { team } from "~/content/team";
import { expect, openHome, reveal, SECTIONS, show, started, test } from "./home-site";
import {
  enlargeText,
  expectNoWcagViolations,
  focusedElement,
  NARROW,
  overflowingElements,
} from "./wcag";

test("without scripts every section exists and nothing is hidden @no-js", async ({ page }) => {
  await page.goto("/");
  const ids = await page.locator("main [id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.filter((id) => (SECTIONS as readonly string[]).includes(id))).toEqual(SECTIONS);
  await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
  await expect(page.locator("[inert]:not([aria-hidden])")).toHaveCount(0);
  for (const { title } of articles.slice(0, 16)) {
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  }
  for (const { name } of partnerRows.flat()) {
    const box = await page.locator("#partners").getByText(name).first().boundingBox();
    expect((box?.x ?? Infinity) + (box?.width ?? 0), name).toBeLessThanOrEqual(1440);
  }
  await expect(page.locator("#solutions [data-carousel=deck]").getByRole("link")).toHaveCount(4);
  await expect(page.locator("#roadmap .swiper-slide")).toHaveCount(5);
  for (const { description } of team) await expect(page.getByText(description)).toBeVisible();
  await expect(page.locator("main button:visible")).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
});

test("on paper every slide, partner and text is shown @js", async ({ page }) => {
  await openHome(page);
  for (const section of ["#blogs", "#roadmap"]) await started(page, section);
  await page.emulateMedia({ media: "print" });
  const shown = (selector: string) => page.locator(selector).filter({ visible: true });
  await expect(shown("#blogs article")).toHaveCount(16);
  await expect(shown("#partners ul")).toHaveCount(2);
  await expect(shown("#roadmap h3")).toHaveCount(5);
  for (const { description } of team) await expect(page.getByText(description)).toBeVisible();
});

test("nothing is cut off at 320 px, 200 %, and both", async ({ page, javaScriptEnabled }) => {
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  await page.goto("/");
  // Once shown, a section stays so.
  if (javaScriptEnabled) {
    for (const id of SECTIONS) await reveal(page, id);
  }
  for (const [size, width] of NARROW) {
    const name = `${size} at ${width} px`;
    await page.setViewportSize({ width, height: 900 });
    await enlargeText(page, size);
    await expect.poll(() => overflowingElements(page), name).toEqual([]);
    const beyond = () =>
      page.evaluate(() => {
        const boxOf = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect();
        const backs = [...document.querySelectorAll("#team [data-card=back]")];
        const card = boxOf("[data-carousel=deck] :not([inert]) > a");
        return {
          window: document.documentElement.scrollWidth > innerWidth,
          back: backs.filter(
            (back) =>
              back.scrollHeight > back.clientHeight ||
              back.clientWidth > (back.closest("li")?.clientWidth ?? 0) + 1,
          ).length,
          card: (card?.bottom ?? Infinity) > (boxOf("[data-carousel=deck]")?.bottom ?? 0),
        };
      });
    await expect.poll(beyond, name).toEqual({ window: false, back: 0, card: false });
  }
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("Join Community opens the chat, then the social account", async ({ page, context }) => {
    await context.route("https://example.com/**", (route) => route.fulfill({ body: "elsewhere" }));
    await openHome(page);
    // Popup blockers allow one tab per press; a tab opened during the press could block the link's own.
    const openedUrl = page.evaluate(
      () =>
        new Promise((resolve) => {
          let when = "";
          addEventListener("click", () => (when = "during the press"), { capture: true });
          addEventListener("click", () => (when = "after the press"));
          window.open = (url) => {
            resolve([String(url), when]);
            return null;
          };
        }),
    );
    const newPage = context.waitForEvent("page");
    await page.getByRole("link", { name: "Join Community" }).click();
    await expect(await newPage).toHaveURL("https://example.com/community");
    expect(await openedUrl).toEqual(["https://example.com/twitter", "after the press"]);
  });

  test("Tab reaches only visible elements, and the page meets WCAG", async ({ page }) => {
    await openHome(page);
    await show(page.locator("#blogs"));
    await page.locator("#blogs .swiper-initialized").waitFor();
    await show(page.locator("#home"));
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press("Tab");
      const stop = await focusedElement(page);
      expect(stop === null || stop.seen, stop?.element).toBe(true);
    }
    for (const id of SECTIONS) await reveal(page, id);
    await expectNoWcagViolations(page, "home", [390, 1440]);
  });
});
