import { services } from "server/services.server";
import { publicFile } from "~/lib/public-file";

/**
 * The robots.txt file (RFC 9309). Pages with `noindex` are not disallowed, because a crawler has to read a page to see
 * its `noindex`. Only addresses that are no pages are disallowed.
 */
export function loader() {
  return publicFile("text/plain; charset=utf-8", [
    "User-agent: *",
    "Disallow: /pulsescout/dashboard/trips.csv",
    "Disallow: /pulsescout/dashboard/report.csv",
    "",
    `Sitemap: ${services().settings.siteUrl.origin}/sitemap.xml`,
  ]);
}
