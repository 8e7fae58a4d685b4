import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { SAFE_METHODS, type Visit } from "../visit.server";
import { sendSmallPage, type PageContext } from "./small-page.server";

/** Methods of pages. Forms know no others. */
export const METHODS: readonly string[] = [...SAFE_METHODS, "POST"];

/** What reasons depend on beside the request. */
export interface RefusalConditions {
  /** Address at which event streams are opened. */
  streamPath: string;
  /** Whether a request that comes now from a network should be refused. */
  overloaded: (network: string) => boolean;
  /** Origin of `SITE_URL`. */
  siteOrigin: string;
  /** Whether a request asks for data of an address that is no page. */
  isDataOfNoPage: (method: string, url: URL) => boolean;
}

interface Reason {
  status: number;
  heading: string;
  text: string;
  /** Whether the reason applies to a request that arrives. Unset where only a later step can know. */
  holds?: (visit: Visit, conditions: RefusalConditions) => boolean;
}

/** Why a request goes no further than the HTTP layer: every reason, in the order in which they are looked for. */
const REASONS = {
  busy: {
    status: 503,
    heading: "Too many people are here at once",
    text: "Nothing was done. Try again in a few seconds.",
    // A form holds what somebody typed, while a page can be opened again; an open stream costs little.
    holds: ({ isUnsafe, path, context }, { streamPath, overloaded }) =>
      !isUnsafe && path !== streamPath && overloaded(context.network),
  },
  "too-long": {
    status: 414,
    heading: "This address is too long",
    text: "Check the address, or start again from the home page.",
    holds: ({ address }) => address === "too-long",
  },
  method: {
    status: 405,
    heading: "This cannot be done here",
    text: "The page does not answer this kind of request.",
    holds: ({ path, request: { method = "" } }, { streamPath }) =>
      !methodsAt(path, streamPath).includes(method),
  },
  "bad-url": {
    status: 400,
    heading: "This address cannot be read",
    text: "Check the address for missing or strange characters.",
    holds: ({ address }) => address === "bad-url",
  },
  foreign: {
    status: 403,
    heading: "This form was sent from another site",
    text: "For your safety nothing was done. Open the page here and send the form again.",
    holds: ({ request, isUnsafe }, { siteOrigin }) =>
      isForeign(request.headers, isUnsafe, siteOrigin),
  },
  "too-large": {
    status: 413,
    heading: "That is too much text",
    text: "A form may hold 64 KB. Shorten the text and send it again.",
    holds: ({ request }) => announcesTooMuch(request),
  },
  absent: {
    status: 404,
    heading: "There is nothing at this address",
    text: "Check the address, or start again from the home page.",
    holds: ({ request: { method = "" }, address }, { isDataOfNoPage }) =>
      address instanceof URL && isDataOfNoPage(method, address),
  },
  leaving: {
    status: 503,
    heading: "The site is being restarted",
    text: "Nothing was done. Try again in a moment.",
  },
} as const satisfies Record<string, Reason>;

export type Refusal = keyof typeof REASONS;

/** Every reason. */
export const refusals = Object.keys(REASONS) as Refusal[]; // of a constant, which has no other keys

/** The first reason that applies to a request; null when it is to be answered. */
export function findRefusal(visit: Visit, conditions: RefusalConditions): Refusal | null {
  const holds = (reason: Reason) => reason.holds?.(visit, conditions) ?? false;
  return refusals.find((refusal) => holds(REASONS[refusal])) ?? null;
}

/** The methods of an address. */
export function methodsAt(path: string, streamPath: string): readonly string[] {
  return path === streamPath ? SAFE_METHODS : METHODS;
}

/** A refusal in the visitor's language. */
export interface RefusalWords {
  /** BCP 47. */
  language: string;
  direction: "ltr" | "rtl";
  heading: string;
  text: string;
  /** Of the link home. */
  home: string;
  reference: (id: string) => string;
}

/** Answers a request with a small page of its own, which needs neither Remix nor the style sheet. */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  context: PageContext,
  words: RefusalWords | null = null,
): void {
  const { status, heading, text } = { ...REASONS[refusal], ...words };
  // The site's scripts tell a refusal by this header from the answer of a proxy.
  response.setHeader("X-Refusal", refusal);
  if (status === 503) response.setHeader("Retry-After", "5");
  if (words) response.setHeader("Content-Language", words.language);
  const back = { href: "/", name: words?.home ?? "Go Home" };
  sendSmallPage(response, status, { heading, text, back, ...words }, context);
}

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
 * answer, but would use up what its visitors' networks may ask for, such as their two exports. A followed link loads a
 * document; clients that are no browsers do not send the header.
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

/** Whether a request says itself that its body is too large. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > BODY_LIMIT;
}

/**
 * Counts a body while it is read, for senders that do not announce its length. When the limit is passed
 * the rest never reaches the reader.
 *
 * @param onExceeded called once, when the limit is passed
 * @param limit in bytes
 */
export function limitBody(
  request: IncomingMessage,
  onExceeded: () => void,
  limit = BODY_LIMIT,
): void {
  let bytes = 0;
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes <= limit) return;
    // The reader waits for an end that never comes, and is collected as garbage together with the request.
    request.removeAllListeners("data");
    request.removeAllListeners("end");
    request.resume();
    onExceeded();
  }
  // A listener sets the body flowing. Pausing first keeps it back until its reader is there.
  request.pause();
  request.on("data", count);
}
