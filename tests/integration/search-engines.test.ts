import { expect, it } from "vitest";
import { articles } from "~/content/articles";
import { pages, type PageId } from "~/content/pages";
import { SHARED, sharedServer } from "./shared-server";

const ORIGIN = SHARED.SITE_URL;
const pageIds = Object.keys(pages) as PageId[]; // the keys of a const object are its ids
const testedIds = pageIds.filter((id) => id !== "referral");

const server = await sharedServer();

const read = async (path: string) => (await fetch(server.url + path)).text();
const attribute = (html: string, pattern: RegExp) =>
  pattern.exec(html)?.[1]?.replaceAll("&amp;", "&");
const canonical = (html: string) => attribute(html, /<link rel="canonical" href="([^"]+)"/);
const property = (html: string, name: string) =>
  attribute(html, new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`));

interface Breadcrumbs {
  "@type": string;
  itemListElement: { position: number; item: string }[];
}

function structuredData(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(([, json]) => JSON.parse(json ?? "") as Record<string, unknown>);
}

it("the site map lists exactly the indexable pages by their canonical URLs", async () => {
  const urls = [...(await read("/sitemap.xml")).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url]) => url,
  );
  expect(urls).toEqual(
    pageIds.filter((id) => pages[id].indexed).map((id) => ORIGIN + pages[id].path),
  );
});

it.each(testedIds)("%s has the same title and URL in all metadata", async (id) => {
  const html = await read(pages[id].path);
  const url = ORIGIN + pages[id].path;
  // The dashboard uses the title of the open tab.
  const title = id === "dashboard" ? "Fleet Overview" : pages[id].title;
  expect(attribute(html, /<title>(.*?)<\/title>/)).toBe(`${title} | Ring Road`);
  expect(property(html, "og:title")).toBe(`${title} | Ring Road`);
  expect(property(html, "og:url")).toBe(url);
  expect(canonical(html)).toBe(url);
  expect(property(html, "robots")).toBe(pages[id].indexed ? undefined : "noindex");

  if (pages[id].indexed && id !== "home") {
    const crumbs = structuredData(html).find((data) => data["@type"] === "BreadcrumbList");
    const { itemListElement } = crumbs as unknown as Breadcrumbs; // the type was checked above
    expect(itemListElement[0]).toMatchObject({ position: 1, item: `${ORIGIN}/` });
    expect(itemListElement.at(-1)?.item).toBe(url);
  }
});

it("structured data describe organization and website on the home page", async () => {
  const [home] = structuredData(await read("/"));
  expect(JSON.stringify(home)).not.toContain("<");
  const graph = home?.["@graph"];
  expect(graph).toMatchObject([
    { "@type": "Organization", name: "Ring Road", url: `${ORIGIN}/`, foundingDate: "2024" },
    { "@type": "WebSite", name: "Ring Road", url: `${ORIGIN}/` },
  ]);
});

it("robots.txt names the site map and lets crawlers read every page", async () => {
  const robots = await read("/robots.txt");
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? "");
  for (const id of pageIds) {
    expect(disallowed.filter((path) => pages[id].path.startsWith(path))).toEqual([]);
  }
});

it("security.txt names a mailbox for vulnerabilities, and expires in about half a year", async () => {
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; charset=utf-8",
  ]);
  const fields = new Map(
    (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect([...fields.keys()]).toEqual(["Contact", "Expires", "Preferred-Languages", "Canonical"]);
  expect(fields.get("Contact")).toBe("mailto:privacy@example.com");
  expect(fields.get("Canonical")).toBe(`${ORIGIN}/.well-known/security.txt`);
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(fields.get("Expires")).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
  expect(days > 170 && days < 190).toBe(true);
});

it("the feed has every article, and the blog page links to it", async () => {
  const feed = await read("/blogs/rss.xml");
  expect(feed.match(/<item>/g)).toHaveLength(articles.length);
  expect(feed).toContain("<pubDate>Tue, 12 Aug 2025 00:00:00 GMT</pubDate>");
  expect(await read("/blogs")).toContain('type="application/rss+xml"');
});
