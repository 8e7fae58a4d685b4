import { statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { HtmlElement } from "html-validate";
import { afterAll, expect, it } from "vitest";
import { preload, startBuiltServer } from "../support/built-server";
import { EVERY_PAGE } from "../support/every-page";
import { attribute, htmlProblems, parseHtml, textsOf } from "./html-document";

/** The home page, and pages that no link of the public site leads to: robots' files, dashboard, invitation. */
const START = ["/", "/sitemap.xml", "/robots.txt", "/pulsescout/dashboard", "/ref/ABC123"];

/** The pictures of first screens. */
const FIRST_PICTURES: Record<string, string> = {
  "/": "/media/hero-night-drive.webp",
  "/blogs": "/pictures/paint-reroute.webp",
  "/pulsescout": "/media/scout-intro.webp",
  "/pulsegen": "/media/pulsegen-hero.webp",
  "/ref/ABC123": "/pictures/road-closed.webp",
};

/** Checks of every page by title. Each returns the problems found. */
const PROMISES: Record<string, (page: CrawledPage, origin: string) => unknown> = {
  "is valid HTML": ({ html }) => htmlProblems(html),
  "has one main heading": ({ root }) => {
    const headings = textsOf(root, "h1");
    return headings.length === 1 ? [] : headings.length;
  },
  "has a canonical address without trailing slash or query, but for a language": (
    { path, root },
    origin,
  ) => {
    const { pathname, searchParams } = new URL(path, origin);
    const language = searchParams.get("lang") ?? "en";
    const query = language === "en" ? "" : `?lang=${language}`;
    const expected = origin + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
    const named = root
      .querySelectorAll('head > link[rel="canonical"]')
      .map((link) => attribute(link, "href"));
    return named.join() === expected ? [] : named;
  },
  "fetches no modules before the first frame": ({ root }) =>
    root
      .querySelectorAll('script[type="module"], link[rel="modulepreload"]')
      .filter((element) => attribute(element, "media") !== "not all"),
  "loads its font and its style sheet before its modules": ({ root }) => {
    const kinds = linksOf(root).map(({ kind }) => kind);
    return /^font stylesheet(?: modulepreload)*$/.test(kinds.join(" ")) ? [] : kinds;
  },
  "has at most 64 KB of compressed bytes before its first frame": ({ path, html, root }) => {
    if (path.includes("?")) return [];
    const files = linksOf(root).filter(({ kind }) => kind !== "modulepreload");
    const bytes = files.reduce(
      (sum, { file }) => sum + bytesOf(file),
      brotliCompressSync(html).length,
    );
    return bytes <= 64_000 ? [] : bytes;
  },
  "loads the picture of its first screen first": ({ path, root }) => {
    const pictures = root.querySelectorAll('img[fetchpriority="high"]');
    const found = pictures.map((picture) => attribute(picture, "src")).join();
    return found === (FIRST_PICTURES[path] ?? "") ? [] : found;
  },
  "opens links to other sites in a new tab without an opener": ({ root }, origin) =>
    root.querySelectorAll("a[href]").filter((link) => {
      const href = attribute(link, "href") ?? "";
      if (!/^https?:/.test(href) || new URL(href).origin === origin) return false;
      const isSafe = attribute(link, "rel")?.includes("noopener");
      return attribute(link, "target") !== "_blank" || !isSafe;
    }),
  "has a text beside each film for browsers without video": ({ root }) =>
    textsOf(root, "video").filter(
      (text) => text !== "Your browser does not support the video tag.",
    ),
};

/** The fonts, style sheets and modules that a document names, in order. */
const linksOf = (root: HtmlElement) =>
  root
    .querySelectorAll("link")
    .map((link) => ({
      kind: attribute(link, "as") ?? attribute(link, "rel") ?? "",
      file: attribute(link, "href") ?? "",
    }))
    .filter(({ kind }) => /^(font|stylesheet|modulepreload)$/.test(kind));

/** Size of a file as sent to a browser that accepts brotli. Fonts have no brotli version. */
function bytesOf(file: string): number {
  const compressed = statSync(`build/client${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`build/client${file}`)).size;
}

/** Where files other than documents name URLs. */
const IN_FILES: [file: RegExp, url: RegExp][] = [
  [/\.css$/, /url\(["']?([^"')]+)/g],
  [/^\/sitemap\.xml$/, /<loc>([^<]+)<\/loc>/g],
  [/\.webmanifest$/, /"src":\s*"([^"]+)"/g],
];

/** Defines `navigator` as Node 21 and later do, which must not be taken for a browser. */
const NODE_OPTIONS = preload("globalThis.navigator ||= {}");

const env = { LOG_LEVEL: "warn", NODE_OPTIONS };
const server = await startBuiltServer({ env });
afterAll(() => server.kill());
const crawl = await crawlSite(server.url);
/** The visited pages without the sandbox's outbox, which is a tool beside the site. */
const pages = crawl.pages.filter(({ path }) => !path.startsWith("/sandbox/"));

it("links lead to every page, each with a title of its own, and no link is broken", () => {
  const titles = new Map(
    pages
      .filter(({ path }) => !path.includes("?"))
      .map(({ path, root }) => [path.replace(/(.)\/$/, "$1"), textsOf(root, "head > title")[0]]),
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

/**
 * Visits everything that is reachable from the start: links, scripts, styles with their fonts and pictures, sources of
 * pictures and films, the site map and the web manifest, but no other origin. A URL with a query is a view of its page:
 * it is visited, and its own links are not.
 *
 * @returns the pages, the addresses that do not answer 200, and how many other files were fetched
 */
async function crawlSite(origin: string) {
  const crawl = { pages: [] as CrawledPage[], broken: [] as string[], files: 0 };
  const seen = new Set(START);
  const queue = START.map((path) => ({ path, from: "the start" }));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, from } = next;
    const response = await fetch(origin + path, { redirect: "manual" });
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
      const target = new URL(url, origin + path);
      const found = target.pathname + target.search;
      if (target.origin !== origin || seen.has(found)) continue;
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
