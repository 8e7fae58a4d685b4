import type { ServerResponse } from "node:http";
import { SAFE_METHODS, type Visit } from "../visit.server";
import { announcesTooMuch } from "./body-limit.server";
import { isForeign } from "./cross-origin-guard.server";
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
