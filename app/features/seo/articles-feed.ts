import { articles, articleUrl } from "~/content/articles";
import { pages } from "~/content/pages";

interface Feed {
  siteName: string;
  /** Public origin, no trailing slash. */
  siteUrl: string;
  /** Address of the blog, as the outbound links give it. */
  blog: string;
}

/** All articles, newest first, as RSS 2.0. */
export function articlesFeed({ siteName, siteUrl, blog }: Feed): string {
  const self = `${siteUrl}/blogs/rss.xml`;
  const items = articles.map((article) => {
    const url = escapeXml(articleUrl(article, blog));
    return [
      "<item>",
      `<title>${escapeXml(article.title)}</title>`,
      `<link>${url}</link>`,
      `<guid isPermaLink="true">${url}</guid>`,
      `<pubDate>${new Date(article.date).toUTCString()}</pubDate>`,
      `<description>${article.minutes} min read</description>`,
      "</item>",
    ].join("");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(`${pages.blogs.title} | ${siteName}`)}</title>`,
    `<link>${siteUrl}${pages.blogs.path}</link>`,
    `<description>${escapeXml(pages.blogs.description)}</description>`,
    "<language>en</language>",
    `<atom:link href="${self}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel></rss>",
    "",
  ].join("\n");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text as it may stand in XML content and attributes. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
