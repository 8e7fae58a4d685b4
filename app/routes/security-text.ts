import { services } from "server/services.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The standard asks for less than a year. */
const GOOD_FOR_DAYS = 180;

/**
 * Whom to tell of a vulnerability (RFC 9116). It ends half a year after the day on which it is read, so that it lapses
 * on no process, however long it runs.
 */
export function loader() {
  const { siteUrl, privacyEmail } = services().settings;
  const expires = new Date(Math.floor(Date.now() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS);
  const fields = [
    `Contact: mailto:${privacyEmail}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl.origin}/.well-known/security.txt`,
    "",
  ];
  return new Response(fields.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}
