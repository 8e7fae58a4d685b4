import { expect, it } from "vitest";
import { articles } from "~/content/articles";
import { pages, type PageId } from "~/content/pages";
import { attribute, parseHtml, textsOf } from "./html-document";
import { SHARED, sharedServer } from "./shared-server";

const ORIGIN = SHARED.SITE_URL;
const pageIds = Object.keys(pages) as PageId[]; // the keys of a const object are its ids

const server = await sharedServer();

const read = async (path: string) => (await fetch(server.url + path)).text();

function structuredData(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(([, json]) => JSON.parse(json ?? "") as Record<string, unknown>);
}

it("the site map lists exactly the indexable pages by their canonical URLs", async () => {
  const found = (await read("/sitemap.xml")).matchAll(/<loc>(.*?)<\/loc>/g);
  const indexed = pageIds.filter((id) => pages[id].indexed);
  expect([...found].map(([, url]) => url)).toEqual(indexed.map((id) => ORIGIN + pages[id].path));
});

it.each(pageIds.filter((id) => id !== "referral"))("%s has one title and URL", async (id) => {
  const root = await parseHtml(await read(pages[id].path));
  const url = ORIGIN + pages[id].path;
  // The dashboard uses the title of the open tab.
  const title = `${id === "dashboard" ? "Fleet Overview" : pages[id].title} | Ring Road`;
  const meta = (name: string) => attribute(root.querySelector(`meta[${name}]`), "content");
  expect(textsOf(root, "head > title")).toEqual([title]);
  expect(meta('property="og:title"')).toBe(title);
  expect(meta('property="og:url"')).toBe(url);
  expect(meta('name="robots"')).toBe(pages[id].indexed ? undefined : "noindex");
});

it("structured data describe organization and website on the home page", async () => {
  const [home] = structuredData(await read("/"));
  expect(JSON.stringify(home)).not.toContain("<");
  expect(home?.["@graph"]).toMatchObject([
    { "@type": "Organization", name: "Ring Road", url: `${ORIGIN}/`, foundingDate: "2024" },
    { "@type": "WebSite", name: "Ring Road", url: `${ORIGIN}/` },
  ]);
});

it("robots.txt names the site map and lets crawlers read every page", async () => {
  const robots = await read("/robots.txt");
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? "");
  const isHidden = (id: PageId) => disallowed.some((path) => pages[id].path.startsWith(path));
  expect(pageIds.filter(isHidden)).toEqual([]);
});

it("security.txt names a mailbox for vulnerabilities, and expires in about half a year", async () => {
  const text = await read("/.well-known/security.txt");
  expect(text).toContain("Contact: mailto:privacy@example.com\n");
  expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
  const [, expires = ""] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days > 170 && days < 190).toBe(true);
});

it("the feed has every article, and the blog page links to it", async () => {
  const feed = await read("/blogs/rss.xml");
  expect(feed.match(/<item>/g)).toHaveLength(articles.length);
  expect(feed).toContain("<pubDate>Tue, 12 Aug 2025 00:00:00 GMT</pubDate>");
  expect(await read("/blogs")).toContain('type="application/rss+xml"');
});
