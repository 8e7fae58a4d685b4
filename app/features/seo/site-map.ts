import { pages } from "~/content/pages";

/** Addresses of one page in several languages. */
type Alternates = readonly (readonly [hrefLang: string, address: string])[];

/**
 * The site map: every page of the table that search engines may list.
 *
 * @param siteUrl public origin, no trailing slash
 * @param alternates by the path of a page
 * @returns XML by the protocol of sitemaps.org
 */
export function siteMap(siteUrl: string, alternates: Record<string, Alternates>): string {
  const links = (path: string) =>
    (alternates[path] ?? []).map(
      ([hrefLang, address]) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${siteUrl}${address}"/>`,
    );
  const urls = Object.values(pages)
    .filter(({ indexed }) => indexed)
    .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc>${links(path).join("")}</url>`);
  const several = Object.values(alternates).some(({ length }) => length > 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    several
      ? '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
      : '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}
