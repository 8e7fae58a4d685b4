import { afterAll, beforeAll, expect, it } from "vitest";
import { EVERY_PAGE } from "../support/every-page";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { attribute, htmlProblems } from "./html-document";
import { crawlSite, type Crawl, type CrawledPage } from "./site-crawler";

const SITE_NAME = "Crawled";

/** What no link of the public site leads to: robots' files, the operators' page, an invitation. */
const START = ["/", "/sitemap.xml", "/robots.txt", "/pulsescout/dashboard", "/ref/ABC123"];

let server: BuiltServer;
let crawl: Crawl;

beforeAll(async () => {
  server = await startBuiltServer({ env: { SITE_NAME, LOG_LEVEL: "warn" } });
  crawl = await crawlSite(server.url, START);
});
afterAll(() => server.kill());

/** The visited pages of the site itself; the sandbox's outbox is a tool beside it. */
function sitePages(): CrawledPage[] {
  return crawl.pages.filter(({ path }) => !path.startsWith("/sandbox/"));
}

/** What is wrong, page by page. */
async function problems(
  find: (page: CrawledPage) => string[] | Promise<string[]>,
): Promise<string[]> {
  const found = sitePages().map(async (page) =>
    (await find(page)).map((problem) => `${page.path} ${problem}`),
  );
  return (await Promise.all(found)).flat();
}

it("links lead to every page, and no link is broken", () => {
  const paths = crawl.pages.map(({ path }) => path.replace(/(.)\/$/, "$1"));
  expect.soft(EVERY_PAGE.filter((path) => !paths.includes(path))).toEqual([]);
  expect.soft(crawl.broken).toEqual([]);
  expect.soft(crawl.files).toBeGreaterThan(50);
});

it("every page is valid HTML", async () => {
  expect(await problems(({ html }) => htmlProblems(html))).toEqual([]);
});

it("every page has one main heading", async () => {
  const found = await problems(({ root }) => {
    const { length } = root.querySelectorAll("h1");
    return length === 1 ? [] : [`has ${length}`];
  });
  expect(found).toEqual([]);
});

it("every page has a title of its own that ends with the site's name", async () => {
  const titles = new Map<string, string>();
  const found = await problems(({ path, root }) => {
    const title = root.querySelectorAll("head > title").map(({ textContent }) => textContent);
    if (title.length !== 1 || !/^\S.*\S \| Crawled$/.test(title[0] ?? "")) {
      return [`is named ${JSON.stringify(title)}`];
    }
    if (!path.includes("?")) titles.set(path.replace(/(.)\/$/, "$1"), title[0] ?? "");
    return [];
  });
  expect(found).toEqual([]);
  expect(new Set(titles.values()).size).toBe(titles.size);
});

it("every page has a canonical address without trailing slash or query, but for a language", async () => {
  const found = await problems(({ path, root }) => {
    const canonical = root
      .querySelectorAll('head > link[rel="canonical"]')
      .map((link) => attribute(link, "href"));
    const { pathname, searchParams } = new URL(path, server.url);
    const language = searchParams.get("lang");
    const query = language === null || language === "en" ? "" : `?lang=${language}`;
    const wanted = server.url + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
    return canonical.length === 1 && canonical[0] === wanted ? [] : [JSON.stringify(canonical)];
  });
  expect(found).toEqual([]);
});

it("no page fetches modules before the first frame", async () => {
  const found = await problems(({ root }) => {
    const { length: atOnce } = root.querySelectorAll('script[type="module"]');
    const { length: held } = root.querySelectorAll('script[type="text/x-module"]');
    const preloads = root.querySelectorAll('link[rel="modulepreload"]');
    const { length: free } = preloads.filter((link) => attribute(link, "media") !== "not all");
    const counts = [atOnce, held, free].join(" ");
    return counts === "0 1 0" && preloads.length > 5 ? [] : [counts];
  });
  expect(found).toEqual([]);
});

it("links to other sites open in a new tab without an opener", async () => {
  const found = await problems(({ root }) =>
    root
      .querySelectorAll("a[href]")
      .filter((link) => new URL(attribute(link, "href") ?? "", server.url).origin !== server.url)
      .filter((link) => /^https?:/.test(attribute(link, "href") ?? ""))
      .filter(
        (link) =>
          attribute(link, "target") !== "_blank" || !attribute(link, "rel")?.includes("noopener"),
      )
      .map((link) => attribute(link, "href") ?? ""),
  );
  expect(found).toEqual([]);
});

it("every film has a text for browsers without video", async () => {
  const told = "Your browser does not support the video tag.";
  const found = await problems(({ root }) =>
    root
      .querySelectorAll("video")
      .map(({ textContent }) => textContent.trim())
      .filter((text) => text !== told),
  );
  expect(found).toEqual([]);
});
