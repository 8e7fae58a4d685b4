import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import Negotiator from "negotiator";
import {
  clientNetwork,
  isLoopback,
  readForwarded,
  requestContext,
  type RequestContext,
} from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { choiceCookie, cookieName, cookieValues } from "../session/cookies.server";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** HTTP methods of pages. HTML forms support no others. */
export const METHODS: readonly string[] = [...SAFE_METHODS, "POST"];

/** A request on its way through the HTTP layer. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  /** The request target without its query string. */
  path: string;
  /** The parsed address, or why it cannot be read. */
  address: URL | AddressFault;
  /** Whether the method may change something: any but GET and HEAD. */
  isUnsafe: boolean;
}

/** Headers that only a trusted proxy may set. The context contains the accepted values. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-forwarded-proto", "x-forwarded-host"];

/**
 * Begins the visit of a new request: removes the forwarding headers, because Remix and Express would trust some of them
 * from anyone. A trusted proxy's host replaces `Host`.
 */
export function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { trustedProxies, siteUrl }: Pick<Settings, "trustedProxies" | "siteUrl">,
): Visit {
  const { headers, socket, method = "", url: target = "" } = request;
  const peer = socket.remoteAddress ?? "";
  const {
    clientAddress,
    host = headers.host,
    https,
  } = readForwarded(peer, headers, trustedProxies);
  const network = clientNetwork(clientAddress);
  const forwarded = FORWARDING.filter((name) => headers[name] !== undefined);
  for (const name of forwarded) Reflect.deleteProperty(headers, name);
  headers.host = host;
  const address = readAddress(host, target);
  // A local proxy that does not name its visitor passes on the name of the site, and a page of another site whose name
  // was made to resolve to this machine sends that name.
  const isLocal = isLoopback(network) && address instanceof URL && isLoopback(address.hostname);
  const context: RequestContext = {
    requestId: randomUUID().replaceAll("-", "").slice(0, 16),
    nonce: randomUUID(),
    clientAddress,
    fromThisMachine: isLocal && forwarded.length === 0,
    network,
    isPost: method === "POST",
    https,
    secureCookies: https || siteUrl.protocol === "https:",
    response: () => response,
  };
  return {
    request,
    response,
    context,
    path: pathOf(target),
    address,
    isUnsafe: !SAFE_METHODS.includes(method),
  };
}

/** Longest path of a request target, and longest target with its query string, in bytes. */
export const PATH_LIMIT = 2 * 1024;
export const ADDRESS_LIMIT = 8 * 1024;

/** Why an address is refused. */
export type AddressFault = "too-long" | "bad-url";

/** Most parameters named `index`. Remix puts one into the address of a form, and copies the query for each it finds. */
const MOST_INDEXES = 8;

/** Valid `Host` headers. Other characters could hide the rest of the URL: `evil.test#` makes any path the home page. */
const HOST = /^[\w.:[\]-]{1,255}$/;

/** An empty or a dot segment. With the latter a path would begin otherwise than the page that it leads to. */
const ODD_SEGMENT = /[/\\](?:[/\\]|(?:\.|%2e){1,2}(?:[/\\#]|$))/i;

/**
 * Parses the address of a request into the same URL that Remix will build. The URL has a bounded length, a well-formed
 * host, no odd path segments (Remix's patterns take the square of the length of a run of slashes or backslashes), and
 * percent escapes that decode without NUL. Only a referral code may contain any bytes.
 *
 * @param host the `Host` header, which a request of HTTP/1.0 need not have
 * @param target the request target, as received
 */
export function readAddress(host = "none", target: string): URL | AddressFault {
  const path = pathOf(target);
  if (target.length > ADDRESS_LIMIT || path.length > PATH_LIMIT) return "too-long";
  if (ODD_SEGMENT.test(path) || !path.startsWith("/") || !HOST.test(host)) return "bad-url";
  const url = URL.parse(`http://${host}${target}`);
  if (url === null) return "bad-url";
  if (url.search && url.searchParams.getAll("index").length > MOST_INDEXES) return "bad-url";
  return /^\/ref\//i.test(url.pathname) || decodes(url.pathname) ? url : "bad-url";
}

function decodes(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The address of Remix's data of a route that answers with a file, also when it is escaped. No page reads it. */
const DATA_OF_FILE = /(?:\.(?:csv|json|txt|webmanifest|xml)|%[^/%]*)\/?\.data$/i;

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

/** Query parameter that selects a language. */
const LANGUAGE_PARAMETER = "lang";

const LANGUAGE_COOKIE = "language";

/** Longest `Accept-Language` that is read, because every entry is compared with every offered language. */
const LONGEST_LANGUAGES = 500;

/**
 * Chooses the language of a response: the one in the URL, else the one in the cookie, else the browser's preference
 * (RFC 9110, section 12.5.4), else the first offered. Wishes for languages that are not offered are ignored.
 *
 * @param url of the request, or its target as received
 * @param secureCookies whether cookies have the `__Host-` prefix on this request
 * @param offered at least one
 */
export function chooseLanguage(
  url: string,
  { cookie, "accept-language": accepted = "" }: IncomingHttpHeaders,
  secureCookies: boolean,
  offered: readonly string[],
): string {
  const [first = "en"] = offered;
  if (offered.length < 2) return first;
  const query = new URLSearchParams(url.split("?", 2)[1]);
  const remembered = cookieValues(cookie, cookieName(LANGUAGE_COOKIE, secureCookies));
  const wished = [...query.getAll(LANGUAGE_PARAMETER), ...remembered];
  const known = wished.find((code) => offered.includes(code));
  if (known !== undefined || accepted.length > LONGEST_LANGUAGES) return known ?? first;
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  return negotiator.language([...offered]) ?? first;
}

/** The header that remembers the language of a response, where the URL asks for it. */
export function rememberLanguage({ url }: Request, language: string): HeadersInit {
  if (!new URL(url).searchParams.getAll(LANGUAGE_PARAMETER).includes(language)) return {};
  return { "Set-Cookie": choiceCookie(LANGUAGE_COOKIE, language, requestContext().secureCookies) };
}

/** The language of the response to the request in progress. @param offered at least one */
export function languageOf({ url, headers }: Request, offered: readonly string[]): string {
  const { secureCookies } = requestContext();
  return chooseLanguage(url, Object.fromEntries(headers), secureCookies, offered);
}
