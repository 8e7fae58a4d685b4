import { pages } from "~/content/pages";

/**
 * The site map: every page of the table that search engines may list.
 *
 * @param siteUrl public origin, no trailing slash
 * @returns XML by the protocol of sitemaps.org
 */
export function siteMap(siteUrl: string): string {
  const urls = Object.values(pages)
    .filter(({ indexed }) => indexed)
    .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}
