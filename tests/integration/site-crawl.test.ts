import { afterAll, expect, it } from "vitest";
import { EVERY_PAGE } from "../support/every-page";
import { startBuiltServer } from "../support/built-server";
import { attribute, htmlProblems, parseHtml } from "./html-document";
import type { HtmlElement } from "html-validate";

const SITE_NAME = "Crawled";

/** The home page, and pages that no link of the public site leads to: robots' files, dashboard, invitation. */
const START = ["/", "/sitemap.xml", "/robots.txt", "/pulsescout/dashboard", "/ref/ABC123"];

const URL_ATTRIBUTES = ["href", "src", "poster", "content"] as const;

/** Metadata properties whose content is a URL. */
const URL_METADATA = ["og:image", "og:url", "twitter:image"];

/** Checks of every page by title. Each returns the problems found. */
const PROMISES: Record<string, (page: CrawledPage, origin: string) => unknown> = {
  "is valid HTML": ({ html }) => htmlProblems(html),
  "has one main heading": ({ root }) => {
    const { length } = root.querySelectorAll("h1");
    return length === 1 ? [] : [length];
  },
  "has a title that ends with the site's name": ({ root }) => {
    const titles = root.querySelectorAll("head > title").map(({ textContent }) => textContent);
    return /^\S.*\S \| Crawled$/.test(titles.join("\n")) ? [] : titles;
  },
  "has a canonical address without trailing slash or query, but for a language": (
    { path, root },
    origin,
  ) => {
    const links = root.querySelectorAll('head > link[rel="canonical"]');
    const { pathname, searchParams } = new URL(path, origin);
    const language = searchParams.get("lang");
    const query = language === null || language === "en" ? "" : `?lang=${language}`;
    const expected = origin + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
    const named = links.map((link) => attribute(link, "href"));
    return named.join() === expected ? [] : named;
  },
  "fetches no modules before the first frame": ({ root }) => [
    ...root.querySelectorAll('script[type="module"]'),
    ...root
      .querySelectorAll('link[rel="modulepreload"]')
      .filter((link) => attribute(link, "media") !== "not all"),
  ],
  "opens links to other sites in a new tab without an opener": ({ root }, origin) =>
    root
      .querySelectorAll("a[href]")
      .filter((link) => /^https?:/.test(attribute(link, "href") ?? ""))
      .filter((link) => new URL(attribute(link, "href") ?? "").origin !== origin)
      .filter((link) => {
        const isSafe = attribute(link, "rel")?.includes("noopener");
        return attribute(link, "target") !== "_blank" || !isSafe;
      }),
  "has a text beside each film for browsers without video": ({ root }) =>
    root
      .querySelectorAll("video")
      .map(({ textContent }) => textContent.trim())
      .filter((text) => text !== "Your browser does not support the video tag."),
};

/** Defines `navigator` as Node 21 and later do, which must not be taken for a browser. */
const NODE_OPTIONS = "--import=data:text/javascript,globalThis.navigator||={}";

const server = await startBuiltServer({ env: { SITE_NAME, LOG_LEVEL: "warn", NODE_OPTIONS } });
afterAll(() => server.kill());
const crawl = await crawlSite(server.url, START);
/** The visited pages without the sandbox's outbox, which is a tool beside the site. */
const pages = crawl.pages.filter(({ path }) => !path.startsWith("/sandbox/"));

it("links lead to every page, each with a title of its own, and no link is broken", () => {
  const titles = new Map(
    pages
      .filter(({ path }) => !path.includes("?"))
      .map(({ path, root }) => [
        path.replace(/(.)\/$/, "$1"),
        root.querySelector("head > title")?.textContent,
      ]),
  );
  expect(EVERY_PAGE.filter((path) => !titles.has(path))).toEqual([]);
  expect(new Set(titles.values()).size).toBe(titles.size);
  expect(crawl.broken).toEqual([]);
  expect(crawl.files).toBeGreaterThan(50);
});

it.each(Object.entries(PROMISES))("every page %s", async (_, find) => {
  for (const page of pages) expect(await find(page, server.url), page.path).toEqual([]);
});

/** A page that answered with a document. */
interface CrawledPage {
  /** Path and query as linked. */
  path: string;
  html: string;
  root: HtmlElement;
}

interface Crawl {
  pages: CrawledPage[];
  /** Responses other than 200: path, status, and the page that links there. */
  broken: string[];
  /** How many other files were fetched: scripts, styles, fonts, pictures, films, feeds. */
  files: number;
}

/**
 * Visits everything that is reachable from the start URLs: links, scripts, styles with their fonts and
 * pictures, sources of pictures and films, the site map and the web manifest. A URL with a query is a view of
 * its page: it is visited, and its own links are not.
 *
 * @param origin of the site under test; no other origin is requested
 * @param start paths to begin with
 */
async function crawlSite(origin: string, start: readonly string[]): Promise<Crawl> {
  const crawl: Crawl = { pages: [], broken: [], files: 0 };
  const seen = new Set(start);
  const queue = start.map((path) => ({ path, from: "the start" }));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, from } = next;
    for (const url of await visit(origin, path, from, crawl)) {
      const target = new URL(url, origin + path);
      const found = target.pathname + target.search;
      if (target.origin !== origin || seen.has(found)) continue;
      seen.add(found);
      queue.push({ path: found, from: path });
    }
  }
  return crawl;
}

/** Requests a path and adds the result to the crawl. @returns the URLs found there, as written */
async function visit(origin: string, path: string, from: string, crawl: Crawl): Promise<string[]> {
  const response = await fetch(origin + path, { redirect: "manual" });
  const type = response.headers.get("Content-Type") ?? "";
  if (response.status !== 200) {
    crawl.broken.push(`${path} answers ${response.status}, linked from ${from}`);
    await response.body?.cancel();
    return [];
  }
  if (type.startsWith("text/html")) {
    const html = await response.text();
    const root = await parseHtml(html);
    crawl.pages.push({ path, html, root });
    return path.includes("?") ? [] : urlsOfDocument(root);
  }
  crawl.files += 1;
  if (type.startsWith("text/css")) {
    return [...(await response.text()).matchAll(/url\(["']?([^"')]+)/g)].map(([, url = ""]) => url);
  }
  if (path === "/sitemap.xml") {
    return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
  }
  if (path.endsWith(".webmanifest")) {
    return [...(await response.text()).matchAll(/"src":\s*"([^"]+)"/g)].map(([, url = ""]) => url);
  }
  await response.body?.cancel();
  return [];
}

function urlsOfDocument(root: HtmlElement): string[] {
  const single = URL_ATTRIBUTES.flatMap((name) =>
    root
      .querySelectorAll(`[${name}]`)
      .filter((element) => name !== "content" || isUrlMetadata(element))
      .map((element) => attribute(element, name) ?? ""),
  );
  const sets = root
    .querySelectorAll("[srcset]")
    .flatMap((element) => (attribute(element, "srcset") ?? "").split(","))
    .map((candidate) => candidate.trim().split(/\s+/)[0] ?? "");
  return [...single, ...sets].filter((url) => URL.canParse(url, "http://any.example"));
}

function isUrlMetadata(element: HtmlElement): boolean {
  return URL_METADATA.includes(attribute(element, "property") ?? attribute(element, "name") ?? "");
}
