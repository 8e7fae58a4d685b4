import { expect, test } from "./site";

test.beforeEach(({ page }) => page.goto("/blogs").then(() => undefined));

test(
  "lists 19 articles, each with picture, title, date and reading time",
  { tag: "@markup" },
  async ({ page }) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Let's Find The Latest Article & Blogs Today",
    );
    const cards = page.getByRole("main").getByRole("article");
    await expect(cards).toHaveCount(19);
    const minutes: number[] = [];
    for (const card of await cards.all()) {
      await expect(card.getByRole("heading", { level: 2 })).toHaveText(/\S{3}/);
      const meta = await card.getByRole("paragraph").innerText();
      expect(meta).toMatch(/^\d{1,2} \w{3} \d{4} · \d min read$/);
      minutes.push(Number(/(\d) min/.exec(meta)?.[1]));
      await card.evaluate((element) => element.scrollIntoView());
    }
    const drawn = () =>
      cards
        .locator("img")
        .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 0).length);
    await expect.poll(drawn).toBe(19);
    expect(Math.min(...minutes)).toBe(3);
    expect(Math.max(...minutes)).toBe(8);
  },
);

test(
  "stands in one column on phones, two on tablets, three on wide screens",
  { tag: "@markup" },
  async ({ page }) => {
    for (const [width, columns] of Object.entries({ 390: 1, 768: 2, 1440: 3 })) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const places = await page
        .getByRole("main")
        .getByRole("listitem")
        .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().x)));
      expect([width, new Set(places.slice(1)).size]).toEqual([width, columns]);
    }
  },
);
