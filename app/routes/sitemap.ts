import { services } from "server/services.server";
import { pages } from "~/content/pages";
import { publicFile } from "~/lib/public-file";

/** The sitemap (sitemaps.org protocol): every page that search engines may index. */
export function loader() {
  const { origin } = services().settings.siteUrl;
  const urls = Object.values(pages)
    .filter(({ indexed }) => indexed)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`);
  return publicFile("application/xml; charset=utf-8", [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
  ]);
}
