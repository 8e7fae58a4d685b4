import { existsSync, readdirSync, statSync } from "node:fs";
import type { HtmlElement } from "html-validate";
import { expect, it } from "vitest";
import { articles } from "~/content/articles";
import { pages, type PageId } from "~/content/pages";
import { EVERY_PAGE } from "../support/every-page";
import { attribute, htmlProblems, parseHtml, textsOf } from "./html-document";
import { SHARED, sharedServer } from "./shared-server";

const ORIGIN = SHARED.SITE_URL;
const pageIds = Object.keys(pages) as PageId[]; // the keys of a const object are its ids

/** The home page, and pages that no link of the public site leads to: robots' files, dashboard, invitation. */
const START = ["/", "/sitemap.xml", "/robots.txt", "/pulsescout/dashboard", "/ref/ABC123"];

/** Pages with the elements of another: languages but the one from right to left, countries but one. */
const SAME_MARKUP = /[?&](?:lang=(?!ur)|country=(?!India))/;

/** Checks of every page by title. Each returns the problems found. */
const PROMISES: Record<string, (page: CrawledPage) => unknown> = {
  "is valid HTML": ({ path, html }) => (SAME_MARKUP.test(path) ? [] : htmlProblems(html)),
  "has one main heading": ({ root }) => {
    const headings = textsOf(root, "h1");
    return headings.length === 1 ? [] : headings.length;
  },
  "has a canonical address without trailing slash or query, but for a language": ({
    path,
    root,
  }) => {
    const { pathname, searchParams } = new URL(path, ORIGIN);
    const language = searchParams.get("lang") ?? "en";
    const query = language === "en" ? "" : `?lang=${language}`;
    const expected = ORIGIN + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
    const named = root
      .querySelectorAll('head > link[rel="canonical"]')
      .map((link) => attribute(link, "href"));
    return named.join() === expected ? [] : named;
  },
  "loads at most 120 KB of compressed scripts at first": ({ root }) => {
    const bytes = scriptBytes(root);
    return bytes <= 120 * 1024 ? [] : bytes;
  },
  "opens links to other sites in a new tab without an opener": ({ root }) =>
    root.querySelectorAll("a[href]").filter((link) => {
      const href = attribute(link, "href") ?? "";
      if (!/^https?:/.test(href) || new URL(href).origin === ORIGIN) return false;
      const isSafe = attribute(link, "rel")?.includes("noopener");
      return attribute(link, "target") !== "_blank" || !isSafe;
    }),
  "has a text beside each film for browsers without video": ({ root }) =>
    textsOf(root, "video").filter(
      (text) => text !== "Your browser does not support the video tag.",
    ),
};

/** The compressed size of the scripts that a page loads at first. */
function scriptBytes(root: CrawledPage["root"]): number {
  const modules = root.querySelectorAll('link[rel="modulepreload"]');
  const files = new Set(modules.map((link) => `build/client${attribute(link, "href")}`));
  // The build compresses what Vite writes. The manifest is written by Remix.
  const sent = [...files].map((file) => (existsSync(`${file}.br`) ? `${file}.br` : file));
  return sent.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Where files other than documents name URLs. */
const IN_FILES: [file: RegExp, url: RegExp][] = [
  [/\.css$/, /url\(["']?([^"')]+)/g],
  [/^\/sitemap\.xml$/, /<loc>([^<]+)<\/loc>/g],
  [/\.webmanifest$/, /"src":\s*"([^"]+)"/g],
];

const server = await sharedServer();
const crawl = await crawlSite();

it("links lead to every page, each with a title of its own, and no link is broken", () => {
  const titles = new Map(
    crawl.pages
      .filter(({ path }) => !path.includes("?"))
      .map(({ path, root }) => [path.replace(/(.)\/$/, "$1"), textsOf(root, "head > title")[0]]),
  );
  expect(EVERY_PAGE.filter((path) => !titles.has(path))).toEqual([]);
  expect(new Set(titles.values()).size).toBe(titles.size);
  expect(crawl.broken).toEqual([]);
  expect(crawl.files).toBeGreaterThan(50);
});

it.each(Object.entries(PROMISES))("every page %s", async (_, find) => {
  for (const page of crawl.pages) expect(await find(page), page.path).toEqual([]);
});

function structuredData(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(([, json]) => JSON.parse(json ?? "") as Record<string, unknown>);
}

it.each(crawl.pages.filter(({ path }) => pageIds.some((id) => pages[id].path === path)))(
  "$path has its title and address for search engines and shared links",
  ({ path, root }) => {
    const id = pageIds.find((one) => pages[one].path === path) ?? "home";
    // The dashboard uses the title of the open tab.
    const title = `${id === "dashboard" ? "Fleet Overview" : pages[id].title} | ${SHARED.SITE_NAME}`;
    const meta = (name: string) => attribute(root.querySelector(`meta[${name}]`), "content");
    expect(textsOf(root, "head > title")).toEqual([title]);
    expect(meta('property="og:title"')).toBe(title);
    expect(meta('property="og:url"')).toBe(ORIGIN + path);
    expect(meta('name="robots"')).toBe(pages[id].indexed ? undefined : "noindex");
  },
);

it("the fleet loads at most 215 KB of compressed scripts, those of its charts included", () => {
  const fleet = crawl.pages.find(({ path }) => path === pages.dashboard.path);
  const assets = "build/client/assets/";
  const charts = readdirSync(assets).filter((name) => /^chart-.*\.js\.br$/.test(name));
  const later = charts.reduce((sum, name) => sum + statSync(assets + name).size, 0);
  expect(later).toBeGreaterThan(0);
  const first = fleet && scriptBytes(fleet.root);
  expect(first).toBeGreaterThan(0);
  expect(Number(first) + later).toBeLessThanOrEqual(215 * 1024);
});

const read = async (path: string) => (await fetch(server.url + path)).text();

it("structured data describe organization and website on the home page", async () => {
  const [home] = structuredData(await read("/"));
  expect(JSON.stringify(home)).not.toContain("<");
  const named = { name: SHARED.SITE_NAME, url: `${ORIGIN}/` };
  expect(home?.["@graph"]).toMatchObject([
    { "@type": "Organization", ...named, foundingDate: "2024" },
    { "@type": "WebSite", ...named },
  ]);
});

it("the site map lists exactly the indexable pages, and robots may read every page", async () => {
  const listed = (await read("/sitemap.xml")).matchAll(/<loc>(.*?)<\/loc>/g);
  const indexed = pageIds.filter((id) => pages[id].indexed);
  expect(Array.from(listed, ([, url]) => url)).toEqual(
    indexed.map((id) => ORIGIN + pages[id].path),
  );
  const robots = await read("/robots.txt");
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const disallowed = Array.from(robots.matchAll(/^Disallow: (.+)$/gm), ([, path = ""]) => path);
  const isHidden = (path: string) => disallowed.some((start) => path.startsWith(start));
  expect(EVERY_PAGE.filter(isHidden)).toEqual([]);
});

it("the feed has every article, and the blog page links to it", async () => {
  const feed = await read("/blogs/rss.xml");
  expect(feed.match(/<item>/g)).toHaveLength(articles.length);
  expect(feed).toContain("<pubDate>Tue, 12 Aug 2025 00:00:00 GMT</pubDate>");
  expect(await read("/blogs")).toContain('type="application/rss+xml"');
});

/** A page that answered with a document. */
interface CrawledPage {
  /** Path and query as linked. */
  path: string;
  html: string;
  root: HtmlElement;
}

/**
 * Visits everything that is reachable from the start: links, scripts, styles with their fonts and pictures, sources of
 * pictures and films, the site map and the web manifest, but no other origin. A URL with a query is a view of its page:
 * it is visited, and its own links are not.
 *
 * @returns the pages, the addresses that do not answer 200, and how many other files were fetched
 */
async function crawlSite() {
  const crawl = { pages: [] as CrawledPage[], broken: [] as string[], files: 0 };
  const seen = new Set(START);
  const queue = START.map((path) => ({ path, from: "the start" }));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, from } = next;
    const response = await fetch(server.url + path, { redirect: "manual" });
    const text = await response.text();
    let urls: string[] = [];
    if (response.status !== 200) {
      crawl.broken.push(`${path} answers ${response.status}, linked from ${from}`);
    } else if (response.headers.get("Content-Type")?.startsWith("text/html")) {
      const root = await parseHtml(text);
      crawl.pages.push({ path, html: text, root });
      if (!path.includes("?")) urls = urlsOfDocument(root);
    } else {
      crawl.files += 1;
      urls = urlsOfFile(path, text);
    }
    for (const url of urls) {
      const target = new URL(url, ORIGIN + path);
      const found = target.pathname + target.search;
      if (target.origin !== ORIGIN || seen.has(found)) continue;
      seen.add(found);
      queue.push({ path: found, from: path });
    }
  }
  return crawl;
}

function urlsOfFile(path: string, text: string): string[] {
  const [, url] = IN_FILES.find(([file]) => file.test(path)) ?? [];
  return url ? [...text.matchAll(url)].map(([, found = ""]) => found) : [];
}

function urlsOfDocument(root: HtmlElement): string[] {
  const values = (selector: string, name: string) =>
    root.querySelectorAll(selector).map((element) => attribute(element, name) ?? "");
  const metadata = ['[property="og:image"]', '[property="og:url"]', '[name="twitter:image"]'];
  const sets = values("[srcset]", "srcset").flatMap((set) => set.split(","));
  const urls = [
    ...["href", "src", "poster"].flatMap((name) => values(`[${name}]`, name)),
    ...metadata.flatMap((selector) => values(selector, "content")),
    ...sets.map((candidate) => candidate.trim().split(/\s+/)[0] ?? ""),
  ];
  return urls.filter((url) => URL.canParse(url, "http://any.example"));
}
