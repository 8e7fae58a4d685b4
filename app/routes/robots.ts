import { services } from "server/services.server";

export function loader() {
  return new Response(robots(services().settings.siteUrl.origin), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

/**
 * What crawlers are told (RFC 9309). Pages outside the index are not closed here: a crawler has to read
 * them to see their `noindex`. Only what is no page is.
 *
 * @param siteUrl public origin, no trailing slash
 */
function robots(siteUrl: string): string {
  return [
    "User-agent: *",
    "Disallow: /pulsescout/dashboard/trips.csv",
    "Disallow: /pulsescout/dashboard/events",
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
