import { services } from "server/services.server";

/**
 * The robots.txt file (RFC 9309). Pages with `noindex` are not disallowed, because a crawler has to read a page to see
 * its `noindex`. Only addresses that are no pages are disallowed.
 */
export function loader() {
  const rules = [
    "User-agent: *",
    "Disallow: /pulsescout/dashboard/trips.csv",
    "",
    `Sitemap: ${services().settings.siteUrl.origin}/sitemap.xml`,
    "",
  ];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}
