import { existsSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { articles } from "~/content/articles";
import { partnerRows } from "~/content/partners";
import { team } from "~/content/team";
import { complaintsOf, expect, openHome, reveal, SECTIONS, test } from "./home-site";

const DEBIANS_CHROMIUM = "/usr/bin/chromium";

test("has every section in order, with its words, and hides nothing without scripts", async ({
  page,
  javaScriptEnabled,
}) => {
  const complaints = complaintsOf(page);
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  await page.goto("/");
  const ids = await page.locator("main [id]").evaluateAll((all) => all.map((one) => one.id));
  expect(ids.filter((id) => (SECTIONS as readonly string[]).includes(id))).toEqual(SECTIONS);
  for (const words of [
    "Rerouting The Future",
    "Real-Time Data & Community Insights to Enhance Your Maps",
    "Todays Latest",
    "Blogs & Articles",
    "Trusted by Leading Brands",
    "Reinventing Urban Intelligence",
    "We merge big data, AI, and mobility to build cities that Move Faster, Smarter and Better.",
    "Just Around the Corner",
    "Coming Soon",
    "a compact intelligence system that analyses collected data in real-time",
    "$PULS Point Utility",
    "Simple Streams. Real impact. Smarter cities.",
    "Processing Time",
    "0.7 Sec",
    "Real-time Insights",
    "Real-Time Urban Insights",
    "You Drive. We learn! You Earn!",
  ]) {
    await expect(page.locator("main")).toContainText(words);
  }
  expect(complaints).toEqual([]);
  if (!javaScriptEnabled) await expectAllInSight(page);
});

/** Articles, partners, solutions, phases, people: nothing is left to be brought into sight. */
async function expectAllInSight(page: Page): Promise<void> {
  for (const { title } of articles.slice(0, 16)) {
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  }
  for (const { name } of partnerRows.flat()) {
    const box = await page.locator("#partners").getByText(name).first().boundingBox();
    expect((box?.x ?? Infinity) + (box?.width ?? 0), name).toBeLessThanOrEqual(1440);
  }
  await expect(page.locator("#solutions [data-carousel=deck]").getByRole("link")).toHaveCount(4);
  await expect(page.locator("#roadmap .carousel-slide")).toHaveCount(5);
  for (const { description } of team) await expect(page.getByText(description)).toBeVisible();
  await expect(page.locator("main button:visible")).toHaveCount(0);
}

test(
  "the hero leads to the chat group with the social account, and cities to the form for them",
  { tag: "@js" },
  async ({ page, context }) => {
    await context.route("https://example.com/**", (route) => route.fulfill({ body: "elsewhere" }));
    await openHome(page);
    await page.getByRole("link", { name: "Join Community" }).click();
    await expect
      .poll(() =>
        context
          .pages()
          .map((one) => new URL(one.url()).pathname)
          .toSorted(),
      )
      .toEqual(["/", "/community", "/twitter"]);
    await page.locator("#home").getByRole("link", { name: "For Collaboration" }).click();
    await expect(page.getByRole("dialog", { name: "Get in touch" })).toContainText(
      "For Collaboration",
    );
  },
);

test(
  "Join Community opens the chat group past a popup blocker, and the account has its own link",
  { tag: "@js" },
  async ({ playwright, launchOptions, baseURL }) => {
    const executablePath = existsSync(DEBIANS_CHROMIUM)
      ? DEBIANS_CHROMIUM
      : launchOptions.executablePath;
    // Playwright's own browser has its blocker off.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ["--disable-popup-blocking"],
    });
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    await context.route("https://example.com/**", (route) => route.fulfill({ body: "elsewhere" }));
    const page = await context.newPage();
    await openHome(page);
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Join Community" }).click();
    await expect(await opened).toHaveURL("https://example.com/community");
    const account = context.waitForEvent("page");
    await page.getByRole("link", { name: "Social account on Twitter" }).click();
    await expect(await account).toHaveURL("https://example.com/twitter");
    await browser.close();
  },
);

test("header and hero have the same edges at every width", { tag: "@js" }, async ({ page }) => {
  await openHome(page);
  const box = (place: Locator) => place.evaluate((one) => one.getBoundingClientRect());
  const header = page.getByRole("banner");
  const hero = page.locator("#home");
  for (const width of [320, 390, 640, 768, 1024, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const last = header.getByRole(width < 640 ? "button" : "link", {
      name: width < 640 ? "Menu" : "Contact Us",
    });
    const headerEdges = [
      (await box(header.getByRole("link").first())).left,
      (await box(last)).right,
    ];
    const heroEdges = [
      (await box(hero.getByRole("link", { name: "Join Community" }))).left,
      (await box(hero.getByRole("button", { name: "film: night drive" }))).right,
    ];
    expect([width, heroEdges]).toEqual([width, headerEdges]);
  }
});

test(
  "the hero's truss is the same at every width; its actions are one line each and cover no label of the film",
  { tag: "@markup" },
  async ({ page }) => {
    await page.goto("/");
    for (const width of [320, 390, 640, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const actions = await page.locator("#home a").evaluateAll((links) =>
        links.map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link.firstChild ?? link);
          const { left, right, top, bottom } = link.getBoundingClientRect();
          return { left, right, top, bottom, lines: words.getClientRects().length };
        }),
      );
      expect([width, actions.map(({ lines }) => lines)]).toEqual([width, [1, 1, 1]]);
      const labels = await page
        .locator("#home [data-marks] span:visible")
        .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect()));
      const covered = labels.filter((label) =>
        actions.some(
          ({ left, right, top, bottom }) =>
            left < label.right && right > label.left && top < label.bottom && bottom > label.top,
        ),
      );
      expect([width, covered]).toEqual([width, []]);
    }

    await page
      .locator("#home [data-film]")
      .evaluate((film: HTMLElement) => (film.style.opacity = "0"));
    const pieces = new Set<string>();
    for (const width of [1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const header = await page.getByRole("banner").boundingBox();
      for (const x of [0, width - 80]) {
        const y = (header?.height ?? 0) + 56;
        const piece = await page.screenshot({ clip: { x, y, width: 80, height: 40 } });
        pieces.add(piece.toString("base64"));
      }
    }
    expect(pieces.size).toBe(1);
  },
);

/** Texts that reach past the window's edges, or are wider than their own box. */
const cutTexts = (page: Page) =>
  page.locator("main :is(h1, h2, h3, p, b, a, button, label):visible").evaluateAll((texts) =>
    texts
      .filter(
        (text) =>
          !text.closest(
            ".carousel, [data-moving], [data-carousel], [data-film], [inert], .sr-only",
          ),
      )
      .filter((text) => {
        const box = text.getBoundingClientRect();
        return (
          box.right > innerWidth + 1 || box.left < -1 || text.scrollWidth > text.clientWidth + 2
        );
      })
      .filter((text) => getComputedStyle(text).display !== "inline")
      .map((text) => text.outerHTML.slice(0, 100)),
  );

test("nothing scrolls sideways or is cut off at 320 px, at 200 %, and at both", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  await page.goto("/");
  for (const [name, size, width] of [
    ["320 px", "100%", 320],
    ["text at 200 %", "200%", 1280],
    ["320 px with text at 200 %", "200%", 320],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator("html").evaluate((html, value) => (html.style.fontSize = value), size);
    if (javaScriptEnabled) {
      for (const id of SECTIONS) await reveal(page, id);
    }
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, name).toBeLessThanOrEqual(width);
    await expect.poll(() => cutTexts(page), name).toEqual([]);
    const people = await page.locator("#team li").evaluateAll((all) =>
      all.map((one) => {
        const back = one.querySelector("[data-card=back]");
        return {
          wider: (back?.getBoundingClientRect().width ?? 0) > one.getBoundingClientRect().width + 1,
          cut: (back?.scrollHeight ?? 0) - (back?.clientHeight ?? 0),
        };
      }),
    );
    expect(people, name).toEqual(Array(4).fill({ wider: false, cut: 0 }));
    const card = page.locator("[data-carousel=deck] :not([inert]) > a").first();
    const below = await card.evaluate((shown) => {
      const frame = shown.closest("[data-carousel=deck]")?.getBoundingClientRect();
      return shown.getBoundingClientRect().bottom - (frame?.bottom ?? 0);
    });
    expect(below, name).toBeLessThanOrEqual(0);
  }
});
