import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { pages } from "~/content/pages";
import { alternateAddresses } from "~/features/deletion/messages";
import { publicFile } from "~/lib/public-file";

/** The sitemap (sitemaps.org protocol): every page that search engines may index. */
export function loader() {
  const { siteUrl, languages } = services().settings;
  const alternates = alternateAddresses(languages.map(namedLanguage))
    .map(
      ([hrefLang, address]) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${siteUrl.origin}${address}"/>`,
    )
    .join("");
  const urls = Object.values(pages)
    .filter(({ indexed }) => indexed)
    .map(({ path }) => {
      const links = path === pages.deleteUser.path ? alternates : "";
      return `  <url><loc>${siteUrl.origin}${path}</loc>${links}</url>`;
    });
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"' +
    (alternates && ' xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  return publicFile("application/xml; charset=utf-8", [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset ${namespaces}>`,
    ...urls,
    "</urlset>",
  ]);
}
