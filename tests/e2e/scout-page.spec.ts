import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./site";

const section = (page: Page, heading: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name: heading }) });

/** The entries of a region's description list, in order: name and value as they are read. */
const figures = (region: Locator) =>
  region
    .locator("dl > div")
    .evaluateAll((entries) =>
      entries.map((entry) =>
        ["dt", "dd"].map((tag) => entry.querySelector(tag)?.textContent?.trim()).join(": "),
      ),
    );

test.beforeEach(({ page }) => page.goto("/pulsescout").then(() => undefined));

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

test(
  "says what Scout is: three tiles, a phone film and a description",
  { tag: "@markup" },
  async ({ page }) => {
    const what = section(page, "What is Scout?");
    expect(await figures(what)).toEqual([
      "Beats: 200 collected",
      "Time: 18:35 hours",
      "Distance: 100.47 kilometers",
    ]);
    await expect(what.getByRole("img", { name: "Scout while it records" })).toBeVisible();
    await expect(what).toContainText("streams video from a smartphone or a dashcam");
    await expect(what).toContainText("Android only for now. iOS coming soon.");
  },
);

test("counts what Scout has gathered", { tag: "@markup" }, async ({ page }) => {
  const gathered = page.getByRole("region", { name: "What Scout has gathered" });
  await expect(gathered).toBeVisible();
  expect(await figures(gathered)).toEqual([
    "Video hours: 72,458",
    "Data points: 45,266",
    "Distance mapped: 2.74M",
    "Images captured: 3.91B",
  ]);
});

test("gives five reasons, stacked", { tag: "@markup" }, async ({ page }) => {
  const cards = section(page, "Why choose Scout").getByRole("listitem");
  await expect(cards.getByRole("heading", { level: 3 })).toHaveText([
    "Real-Time Streaming",
    "Earn Rewards",
    "Quick Onboarding",
    "No Dashcam Required",
    "Simple and Intuitive UI",
  ]);
  for (const card of await cards.all()) await expect(card).toHaveCSS("position", "sticky");
});

test("leads to the store in a new tab", { tag: "@markup" }, async ({ page }) => {
  const store = page.getByRole("link", { name: "Get it on Google Play" });
  await expect(store).toHaveAttribute("target", "_blank");
  await expect(store).toHaveAttribute("rel", "noopener");
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
