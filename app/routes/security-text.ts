import { services } from "server/services.server";

/** Whom to tell of a vulnerability (RFC 9116). */
export function loader() {
  const { siteUrl, privacyEmail } = services().settings;
  return new Response(securityText(siteUrl.origin, privacyEmail, Date.now()), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The standard asks for less than a year. */
const GOOD_FOR_DAYS = 180;

/**
 * It ends half a year after the day on which it is read, so that it lapses on no process, however long it runs.
 *
 * @param now milliseconds since 1970
 */
function securityText(siteUrl: string, mailbox: string, now: number): string {
  const expires = new Date(Math.floor(now / DAY_MS + GOOD_FOR_DAYS) * DAY_MS);
  return [
    `Contact: mailto:${mailbox}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
