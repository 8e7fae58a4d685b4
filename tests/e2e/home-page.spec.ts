import type { Page } from "@playwright/test";
import { articles } from "~/content/articles";
import { partnerRows } from "~/content/partners";
import { team } from "~/content/team";
import { expect, openHome, reveal, SECTIONS, started, test } from "./home-site";
import { pageProblems, withoutScripts } from "./site";
import { expectFits, expectFocusInSight, expectNoWcagViolations } from "./wcag";

const hero = (page: Page) => page.locator("[data-film='hero-night-drive']");

/** Expects that the texts on the cards of the team and of the solutions fit them, at the current width. */
async function expectCardsFit(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const backs = [...document.querySelectorAll("#team [data-card=back]")];
      const card = boxOf("[data-carousel=deck] :not([inert]) > a");
      return {
        back: backs.filter(
          (back) =>
            back.scrollHeight > back.clientHeight ||
            back.clientWidth > (back.closest("li")?.clientWidth ?? 0) + 1,
        ).length,
        card: (card?.bottom ?? Infinity) > (boxOf("[data-carousel=deck]")?.bottom ?? 0),
      };
    });
  await expect.poll(beyond).toEqual({ back: 0, card: false });
}

test("the page is reached by Tab, meets WCAG, fits narrow windows and paper", async ({ page }) => {
  const problems = pageProblems(page);
  const noFilm = page.waitForEvent("console", (message) => message.text().includes("Video"));
  await openHome(page);

  await test.step("from 640 px on the header shows all items without overlap", async () => {
    for (const width of [640, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole("button", { name: "Menu", exact: true })).toBeHidden();
      const uncovered = await page
        .getByRole("banner")
        .getByRole("link")
        .evaluateAll((links) =>
          links.map((link) => {
            const { left, right, top, height } = link.getBoundingClientRect();
            const at = (x: number) => document.elementFromPoint(x, top + height / 2);
            return [left + 1, right - 1].every((x) => link.contains(at(x)));
          }),
        );
      expect(uncovered).toEqual(Array(11).fill(true));
    }
  });

  expect(problems).toEqual([]);

  // Once shown, a section stays so.
  for (const id of SECTIONS) await reveal(page, id);
  await started(page, "#blogs");
  await expectFocusInSight(page);

  await test.step("the poster stays of a film that does not load, as here", async () => {
    await noFilm;
    await expect(hero(page).getByRole("img")).toBeVisible();
    await expect(hero(page).locator("video")).toHaveCSS("opacity", "0");
  });

  // Stops the rows and carousels, whose frames cost more than the checks that follow.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectNoWcagViolations(page, "home", { width: 1440 });
  await expectNoWcagViolations(page, "home");
  await expectFits(page, "home", undefined, () => expectCardsFit(page));

  await test.step("on paper every slide, partner and text is shown", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await started(page, "#roadmap");
    await page.emulateMedia({ media: "print", reducedMotion: "no-preference" });
    const shown = (selector: string) => page.locator(selector).filter({ visible: true });
    await expect(shown("#blogs article")).toHaveCount(16);
    await expect(shown("#partners ul")).toHaveCount(2);
    await expect(shown("#roadmap h3")).toHaveCount(5);
    for (const { description } of team) await expect(page.getByText(description)).toBeVisible();
  });
});

withoutScripts(() => {
  test("every section is there, nothing is hidden or cut off, and films are posters", async ({
    page,
  }) => {
    await page.goto("/");
    const ids = await page.locator("main [id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id) => (SECTIONS as readonly string[]).includes(id))).toEqual(SECTIONS);
    await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
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

    const poster = hero(page).getByRole("img", { name: /pothole/ });
    await expect(poster).toBeVisible();
    // Without scripts browsers show native controls.
    await expect(hero(page).locator("video")).toHaveCSS("opacity", "0");
    await expectFits(page, "home", undefined, () => expectCardsFit(page));
    await page.setViewportSize({ width: 390, height: 844 });
    const source = () => poster.evaluate((img: HTMLImageElement) => img.currentSrc);
    await expect.poll(source).toContain("hero-night-drive-portrait");
  });
});
