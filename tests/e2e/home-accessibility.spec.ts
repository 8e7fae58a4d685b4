import { arrived, expect, openHome, reveal, SECTIONS, show, test } from "./home-site";
import { focusStop, violationsOf } from "./wcag";

test("home has no violation of WCAG", async ({ page }) => {
  await openHome(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const id of SECTIONS) await reveal(page, id);
    await arrived(page);
    for (const id of SECTIONS) await expect(page.locator(`#${id}`)).toHaveCSS("opacity", "1");
    expect([width, await violationsOf(page)]).toEqual([width, []]);
  }
});

test("in forced colours one sees where the roadmap stands, and the cards' edges", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openHome(page);
  const dots = page.locator("#roadmap button[aria-label^=Phase]");
  const colours = await dots.evaluateAll((buttons) =>
    buttons.map((button) => getComputedStyle(button.firstElementChild ?? button).backgroundColor),
  );
  const ground = await page
    .locator("body")
    .evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(new Set(colours).size).toBe(2);
  expect(colours).not.toContain(ground);
  await show(page.locator("[data-carousel=deck]"));
  await expect(
    page.locator("[aria-roledescription=slide]:not([inert]) a").filter({ hasText: "EXIT" }),
  ).toHaveCSS("border-top-width", "6px");
});

test("Tab goes through the page without ever landing on something out of sight", async ({
  page,
}) => {
  await openHome(page);
  await show(page.locator("#blogs"));
  await page.locator("#blogs .swiper-initialized").waitFor();
  await show(page.locator("#home"));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press("Tab");
    const stop = await focusStop(page);
    expect(stop === null || stop.seen, stop?.element).toBe(true);
  }
});
