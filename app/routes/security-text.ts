import { services } from "server/services.server";
import { DAY_MS } from "~/lib/day";
import { publicFile } from "~/lib/public-file";

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180;

/**
 * The security.txt file (RFC 9116): where to report a vulnerability. It expires half a year after the day of the
 * request, so that it stays valid however long the process runs.
 */
export function loader() {
  const { siteUrl, privacyEmail } = services().settings;
  const expires = new Date(Math.floor(Date.now() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS);
  return publicFile("text/plain; charset=utf-8", [
    `Contact: mailto:${privacyEmail}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl.origin}/.well-known/security.txt`,
  ]);
}
