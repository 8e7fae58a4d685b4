import { expect, it } from "vitest";
import { articleUrl, articles } from "~/content/articles";

it("the URL of an article is the blog's address followed by the article's slug", () => {
  expect(articleUrl({ slug: "own" }, "https://blog.test/")).toBe("https://blog.test/own");
  expect(articleUrl({ slug: "own" }, "https://blog.test/en")).toBe("https://blog.test/en/own");
});

it("invented articles link to the blog's start page, each by a unique URL", () => {
  const invented = articles.filter(({ placeholder }) => placeholder);
  const addresses = invented.map((article) => new URL(articleUrl(article, "https://blog.test/en")));
  expect(new Set(addresses.map(({ pathname }) => pathname))).toEqual(new Set(["/en"]));
  expect(new Set(addresses.map(({ href }) => href)).size).toBe(invented.length);
});
