import { services } from "server/services.server";

/**
 * What crawlers are told (RFC 9309). Pages outside the index are not closed here: a crawler has to read
 * them to see their `noindex`. Only what is no page is.
 */
export function loader() {
  const rules = [
    "User-agent: *",
    "Disallow: /pulsescout/dashboard/trips.csv",
    "Disallow: /pulsescout/dashboard/events",
    "",
    `Sitemap: ${services().settings.siteUrl.origin}/sitemap.xml`,
    "",
  ];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}
