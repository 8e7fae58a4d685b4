import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { SAFE_METHODS, type Visit } from "../visit.server";
import { sendSmallPage, type PageContext, type SmallPage } from "./small-page.server";

/** HTTP methods of pages. HTML forms support no others. */
export const METHODS: readonly string[] = [...SAFE_METHODS, "POST"];

/** What refusals depend on besides the request. */
export interface RefusalConditions {
  /** Whether the process is overloaded. */
  lags: () => boolean;
  /** Origin of `SITE_URL`. */
  siteOrigin: string;
}

interface Reason {
  status: number;
  heading: string;
  text: string;
  /** Whether the reason applies to an arriving request. */
  applies: (visit: Visit, conditions: RefusalConditions) => boolean;
}

/** The address of Remix's data of a route that answers with a file. No page reads it. */
const DATA_OF_FILE = /\.(?:csv|ics|json|txt|webmanifest|xml)(?:\.|%2e)(?:d|%64)/i;

/** All reasons for which the HTTP layer refuses a request, in the order in which they are checked. */
const REASONS = {
  "too-long": {
    status: 414,
    heading: "This address is too long",
    text: "Check the address, or start again from the home page.",
    applies: ({ address }) => address === "too-long",
  },
  busy: {
    status: 503,
    heading: "Too many people are here at once",
    text: "Try again in a few seconds.",
    // Form posts pass, because they contain typed text, while a page can be reloaded. Files of pages cost little.
    applies: ({ isUnsafe, path }, { lags }) => !isUnsafe && !path.startsWith("/assets/") && lags(),
  },
  method: {
    status: 405,
    heading: "This cannot be done here",
    text: "The page does not answer this kind of request.",
    applies: ({ request: { method = "" } }) => !METHODS.includes(method),
  },
  "bad-url": {
    status: 400,
    heading: "This address cannot be read",
    text: "Check the address for missing or strange characters.",
    applies: ({ address }) => address === "bad-url",
  },
  foreign: {
    status: 403,
    heading: "This form was sent from another site",
    text: "For your safety it was not accepted. Open the page here and send the form again.",
    applies: ({ request, isUnsafe }, { siteOrigin }) =>
      isForeign(request.headers, isUnsafe, siteOrigin),
  },
  "too-large": {
    status: 413,
    heading: "That is too much text",
    text: "A form may hold 64 KB. Shorten the text and send it again.",
    applies: ({ request }) => announcesTooMuch(request),
  },
  absent: {
    status: 404,
    heading: "There is nothing at this address",
    text: "Check the address, or start again from the home page.",
    // Remix would read the whole file into memory.
    applies: ({ address }) => address instanceof URL && DATA_OF_FILE.test(address.pathname),
  },
} as const satisfies Record<string, Reason>;

export type Refusal = keyof typeof REASONS;

/** The names of all reasons. */
export const refusals = Object.keys(REASONS) as Refusal[]; // a constant without other keys

/** Returns the first reason that applies to a request; null when the request may pass. */
export function findRefusal(visit: Visit, conditions: RefusalConditions): Refusal | null {
  const applies = (reason: Reason) => reason.applies(visit, conditions);
  return refusals.find((refusal) => applies(REASONS[refusal])) ?? null;
}

/**
 * Answers a request with a small page that needs neither Remix nor the style sheet.
 *
 * @param words the page in the visitor's language
 */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  context: PageContext,
  words: SmallPage | null = null,
): void {
  const { status, heading, text } = REASONS[refusal];
  if (status === 503) response.setHeader("Retry-After", "5");
  if (words?.language) response.setHeader("Content-Language", words.language);
  sendSmallPage(response, status, words ?? { heading, text }, context);
}

/**
 * Whether another site's page sent a request that may change something, or loads a subresource from this site.
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
 * Whether another site's page sent a request that may change something.
 * Recent browsers tell it in `Sec-Fetch-Site`, which no page can forge; older ones in `Origin`,
 * the oldest in `Referer`. A client that sends none of them (curl) does not add a person's cookies by itself.
 * A page under our own referrer policy may send `Origin: null`; `Sec-Fetch-Site` then decides.
 */
function isCrossOrigin(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
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
function isForeignRead(headers: IncomingHttpHeaders): boolean {
  const destination = headers["sec-fetch-dest"];
  return (
    headers["sec-fetch-site"] === "cross-site" &&
    destination !== undefined &&
    destination !== "document"
  );
}

/** Largest request body in bytes. */
const BODY_LIMIT = 64 * 1024;

/** Whether the `Content-Length` of a request is over the limit. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > BODY_LIMIT;
}

/**
 * Counts the bytes of a body while it is read, for clients that do not announce its length. The part beyond the
 * limit never reaches the reader.
 *
 * @param onExceeded called once, when the limit is passed
 */
export function limitBody(request: IncomingMessage, onExceeded: () => void): void {
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
