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
  return url === null || (url.origin !== siteOrigin && url.host !== host?.toLowerCase());
}
