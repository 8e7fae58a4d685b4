/** The parts of a request that tell where it was started. */
export interface PostOrigin {
  secFetchSite: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
  /** The host asked for. */
  host: string | undefined;
}

/**
 * Whether a request that changes something was started by another site.
 * Browsers of the last years say so in `Sec-Fetch-Site`, which no page can forge; older ones in `Origin`,
 * the oldest in `Referer`. A client that sends none of them (curl) carries nobody's cookies unasked.
 * A page under our own referrer policy may send `Origin: null`; `Sec-Fetch-Site` then decides.
 *
 * @param siteOrigin origin of `SITE_URL`
 */
export function isCrossOrigin(request: PostOrigin, siteOrigin: string): boolean {
  const { secFetchSite, origin, referer, host } = request;
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
 *
 * @param secFetchDest the `Sec-Fetch-Dest` header
 */
export function isForeignRead(
  secFetchSite: string | undefined,
  secFetchDest: string | undefined,
): boolean {
  return secFetchSite === "cross-site" && secFetchDest !== undefined && secFetchDest !== "document";
}
