import type { HtmlElement } from "html-validate";
import { attribute, parseHtml } from "./html-document";

/** A page that answered with a document. */
export interface CrawledPage {
  /** Path and query as linked. */
  path: string;
  html: string;
  root: HtmlElement;
}

export interface Crawl {
  pages: CrawledPage[];
  /** Whatever answered with anything but 200 or a document: path, status, and who led there. */
  broken: string[];
  /** How many other files were fetched: scripts, styles, fonts, pictures, films, feeds. */
  files: number;
}

/** Attributes that name one URL. */
const URL_ATTRIBUTES = ["href", "src", "poster", "content"] as const;

/** Where metadata, not markup, names a URL. */
const URL_METADATA = ["og:image", "og:url", "twitter:image"];

/**
 * Visits everything of a site that its start URLs lead to: links, scripts, styles with their fonts and
 * pictures, sources of pictures and films, the site map and the web manifest. A URL with a query is a view of
 * its page: it is visited, and its own links are not.
 *
 * @param origin of the site under test; nothing else is asked
 * @param start paths to begin with
 */
export async function crawlSite(origin: string, start: readonly string[]): Promise<Crawl> {
  const crawl: Crawl = { pages: [], broken: [], files: 0 };
  const seen = new Set(start);
  const waiting = start.map((path) => ({ path, from: "the start" }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    for (const url of await visit(origin, path, from, crawl)) {
      const target = new URL(url, origin + path);
      const found = target.pathname + target.search;
      if (target.origin !== origin || seen.has(found)) continue;
      seen.add(found);
      waiting.push({ path: found, from: path });
    }
  }
  return crawl;
}

/** @returns the URLs that lead on from there, as they are written */
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
