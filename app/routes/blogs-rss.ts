import { escapeHtml } from "server/process/escape-html.server";
import { services } from "server/services.server";
import { articles, articleUrl } from "~/content/articles";
import { outboundLinks } from "~/content/outbound-links";
import { pages } from "~/content/pages";
import { publicFile } from "~/lib/public-file";

/** All articles, newest first, as RSS 2.0. */
export function loader() {
  const { siteName, siteUrl, outbound } = services().settings;
  const { blog } = outboundLinks(outbound);
  const items = articles.map((article) => {
    const url = escapeHtml(articleUrl(article, blog));
    return [
      "<item>",
      `<title>${escapeHtml(article.title)}</title>`,
      `<link>${url}</link>`,
      `<guid isPermaLink="true">${url}</guid>`,
      `<pubDate>${new Date(article.date).toUTCString()}</pubDate>`,
      `<description>${article.minutes} min read</description>`,
      "</item>",
    ].join("");
  });
  return publicFile("application/rss+xml; charset=utf-8", [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeHtml(`${pages.blogs.title} | ${siteName}`)}</title>`,
    `<link>${siteUrl.origin}${pages.blogs.path}</link>`,
    `<description>${escapeHtml(pages.blogs.description)}</description>`,
    "<language>en</language>",
    `<atom:link href="${siteUrl.origin}/blogs/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel></rss>",
  ]);
}
