import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";

it("articles have a picture each", () => {
  const wanted = articles.map(({ stencil }) => `paint-${stencil}`);
  expect(wanted.filter((name) => !existsSync(`public/pictures/${name}.webp`))).toEqual([]);
});

it("articles stand newest first, and fill the carousel", () => {
  const dates = articles.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(articles.length).toBeGreaterThanOrEqual(CAROUSEL_SIZE);
});

it("articles are linked to at the blog's address and their slug", () => {
  expect(articleUrl({ slug: "own" }, "https://blog.test/")).toBe("https://blog.test/own");
  expect(articleUrl({ slug: "own" }, "https://blog.test/en")).toBe("https://blog.test/en/own");
});

it("articles that are invented lead to the blog itself, each by an address of its own", () => {
  const invented = articles.filter(({ placeholder }) => placeholder);
  const addresses = invented.map((article) => new URL(articleUrl(article, "https://blog.test/en")));
  expect(new Set(addresses.map(({ pathname }) => pathname))).toEqual(new Set(["/en"]));
  expect(new Set(addresses.map(({ href }) => href)).size).toBe(invented.length);
});
