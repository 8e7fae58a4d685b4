import { expect, sectionOf, test } from "./site";

test.beforeEach(({ page }) => page.goto("/pulsescout").then(() => undefined));

test.describe(() => {
  test.use({ films: true });

  test("opens with a looping, silent intro film; without scripts with its picture", async ({
    page,
    javaScriptEnabled,
  }) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Scout");
    const hero = page.locator("[data-film='scout-intro']");
    await expect(
      hero.getByRole("img", { name: "A phone with Scout on the windscreen" }),
    ).toBeVisible();
    const video = hero.locator("video");
    await expect(video).toHaveJSProperty("loop", true);
    await expect(video).toHaveAttribute("muted");
    if (javaScriptEnabled) await expect(video).toHaveJSProperty("paused", false);
    else await expect(hero.getByRole("button")).toHaveCount(0);
  });
});

test("gives five reasons, stacked", { tag: "@markup" }, async ({ page }) => {
  const cards = sectionOf(page, "Why choose Scout").getByRole("listitem");
  await expect(cards.getByRole("heading", { level: 3 })).toHaveText([
    "Real-Time Streaming",
    "Earn Rewards",
    "Quick Onboarding",
    "No Dashcam Required",
    "Simple and Intuitive UI",
  ]);
  for (const card of await cards.all()) await expect(card).toHaveCSS("position", "sticky");
});

test("has the way to the store in the first screen", { tag: "@markup" }, async ({ page }) => {
  const store = page.getByRole("link", { name: "Get it on Google Play" });
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(store.first()).toBeInViewport({ ratio: 1 });
  }
});

test("keeps the phone of the film in sight at every width", async ({ page }) => {
  const picture = page.locator("[data-film='scout-intro'] img");
  /** Where the phone stands in the film, as parts of its width. */
  const phone = { left: 0.655, right: 0.845 };
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    const box = await picture.boundingBox();
    expect((box?.x ?? 0) + phone.left * (box?.width ?? 0)).toBeGreaterThan(0);
    expect((box?.x ?? 0) + phone.right * (box?.width ?? 0)).toBeLessThan(width);
  }
});
