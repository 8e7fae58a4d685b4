import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request was started by another site: one that changes something, or a read of what another site's page
 * loads for itself.
 *
 * @param headers as received
 * @param siteOrigin origin of `SITE_URL`
 */
export function isForeign(
  headers: IncomingHttpHeaders,
  isUnsafe: boolean,
  siteOrigin: string,
): boolean {
  return isUnsafe ? isCrossOrigin(headers, siteOrigin) : isForeignRead(headers);
}

/**
 * Whether a request that changes something was started by another site.
 * Browsers of the last years say so in `Sec-Fetch-Site`, which no page can forge; older ones in `Origin`,
 * the oldest in `Referer`. A client that sends none of them (curl) carries nobody's cookies unasked.
 * A page under our own referrer policy may send `Origin: null`; `Sec-Fetch-Site` then decides.
 */
function isCrossOrigin(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  const { "sec-fetch-site": secFetchSite, origin, referer, host } = headers;
  if (secFetchSite !== undefined) return secFetchSite !== "same-origin" && secFetchSite !== "none";
  const startedBy = origin ?? referer;
  if (startedBy === undefined) return false;
  const url = URL.parse(startedBy);
  if (url === null) return true;
  // The scheme's own port may be named or not (RFC 6454, section 4).
  const asked = URL.parse(`${url.protocol}//${host ?? ""}`);
  return url.origin !== siteOrigin && url.host !== asked?.host;
}

/**
 * Whether another site loads something for itself: in a frame, as a picture, by a script. Its page could not read the
 * answer, but would use up what its visitors' networks may ask for, such as their two exports. Who follows a link loads
 * a document; clients that are no browsers say nothing of this.
 */
function isForeignRead(headers: IncomingHttpHeaders): boolean {
  const destination = headers["sec-fetch-dest"];
  return (
    headers["sec-fetch-site"] === "cross-site" &&
    destination !== undefined &&
    destination !== "document"
  );
}
