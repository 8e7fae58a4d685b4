import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { pages } from "~/content/pages";
import { alternateAddresses } from "~/features/deletion/page-language";

export function loader() {
  const { siteUrl, languages } = services().settings;
  const alternates = { [pages.deleteUser.path]: alternateAddresses(languages.map(namedLanguage)) };
  return new Response(siteMap(siteUrl.origin, alternates), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

/** Addresses of one page in several languages. */
type Alternates = readonly (readonly [hrefLang: string, address: string])[];

/**
 * The site map: every page of the table that search engines may list.
 *
 * @param siteUrl public origin, no trailing slash
 * @param alternates by the path of a page
 * @returns XML by the protocol of sitemaps.org
 */
function siteMap(siteUrl: string, alternates: Record<string, Alternates>): string {
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
