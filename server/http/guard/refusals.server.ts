import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { SAFE_METHODS, type Visit } from "../visit.server";

/** HTTP methods of pages. HTML forms support no others. */
export const METHODS: readonly string[] = [...SAFE_METHODS, "POST"];

/** The address of Remix's data of a route that answers with a file. No page reads it. */
const DATA_OF_FILE = /\.(?:csv|ics|json|txt|webmanifest|xml)(?:\.|%2e)(?:d|%64)/i;

/** The status of each reason for which the HTTP layer refuses a request. */
export const STATUSES = {
  "too-long": 414,
  busy: 503,
  method: 405,
  "bad-url": 400,
  foreign: 403,
  "too-large": 413,
  absent: 404,
} as const;

export type Refusal = keyof typeof STATUSES;

/**
 * Returns the first reason that applies to an arriving request; null when the request may pass.
 *
 * @param lags whether the process is overloaded
 * @param siteOrigin origin of `SITE_URL`
 */
export function findRefusal(
  { request, address, path, isUnsafe }: Visit,
  lags: () => boolean,
  siteOrigin: string,
): Refusal | null {
  const { method = "", headers } = request;
  if (address === "too-long") return "too-long";
  // Form posts pass, because they contain typed text, while a page can be reloaded. Files of pages cost little.
  if (!isUnsafe && !path.startsWith("/assets/") && lags()) return "busy";
  if (!METHODS.includes(method)) return "method";
  if (address === "bad-url") return "bad-url";
  if (isUnsafe ? isCrossOrigin(headers, siteOrigin) : isForeignRead(headers)) return "foreign";
  if (Number(headers["content-length"]) > BODY_LIMIT) return "too-large";
  // Remix would read the whole file into memory.
  return DATA_OF_FILE.test(address.pathname) ? "absent" : null;
}

/**
 * Whether another site's page sent a request that may change something.
 * Recent browsers tell it in `Sec-Fetch-Site`, which no page can forge; older ones in `Origin`,
 * the oldest in `Referer`. A client that sends none of them (curl) does not add a person's cookies by itself.
 * A page under our own referrer policy may send `Origin: null`; `Sec-Fetch-Site` then decides.
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  const { "sec-fetch-site": secFetchSite, origin, referer, host } = headers;
  if (secFetchSite !== undefined) return secFetchSite !== "same-origin" && secFetchSite !== "none";
  const source = origin ?? referer;
  if (source === undefined) return false;
  const url = URL.parse(source);
  if (url === null) return true;
  // Parsing drops the scheme's default port, which `Host` may contain (RFC 6454, section 4).
  const target = URL.parse(`${url.protocol}//${host ?? ""}`);
  return url.origin !== siteOrigin && url.host !== target?.host;
}

/**
 * Whether another site's page loads a subresource, such as a frame, a picture or a fetch. That page could not read the
 * response, but would use up the limits of its visitors' networks, such as their two exports. A followed link loads a
 * document and passes. Clients other than browsers do not send the header.
 */
export function isForeignRead(headers: IncomingHttpHeaders): boolean {
  const destination = headers["sec-fetch-dest"];
  return (
    headers["sec-fetch-site"] === "cross-site" &&
    destination !== undefined &&
    destination !== "document"
  );
}

/** Largest request body in bytes. */
const BODY_LIMIT = 64 * 1024;

/**
 * Counts the bytes of a body while it is read, for clients that do not announce its length. The part beyond the
 * limit never reaches the reader.
 *
 * @param onExceeded called once, when the limit is passed
 */
export function limitBody(request: Readable, onExceeded: () => void): void {
  let bytes = 0;
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT) return;
    // The reader waits for an end that never comes, and is garbage collected together with the request.
    request.removeAllListeners("data");
    request.removeAllListeners("end");
    request.resume();
    onExceeded();
  }
  // A `data` listener starts the flow. Pausing first keeps the body back until its reader has attached.
  request.pause();
  request.on("data", count);
}
