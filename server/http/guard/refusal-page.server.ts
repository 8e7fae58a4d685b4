import type { ServerResponse } from "node:http";
import { smallPage, type SmallPage } from "./small-page.server";

/** Why a request goes no further than the HTTP layer. */
export type Refusal = keyof typeof REFUSALS;

const REFUSALS = {
  "bad-url": {
    status: 400,
    heading: "This address cannot be read",
    text: "Check the address for missing or strange characters.",
  },
  "too-long": {
    status: 414,
    heading: "This address is too long",
    text: "Check the address, or start again from the home page.",
  },
  absent: {
    status: 404,
    heading: "There is nothing at this address",
    text: "Check the address, or start again from the home page.",
  },
  foreign: {
    status: 403,
    heading: "This form was sent from another site",
    text: "For your safety nothing was done. Open the page here and send the form again.",
  },
  method: {
    status: 405,
    heading: "This cannot be done here",
    text: "The page does not answer this kind of request.",
  },
  "too-large": {
    status: 413,
    heading: "That is too much text",
    text: "A form may hold 64 KB. Shorten the text and send it again.",
  },
  busy: {
    status: 503,
    heading: "Too many people are here at once",
    text: "Nothing was done. Try again in a few seconds.",
  },
  leaving: {
    status: 503,
    heading: "The site is being restarted",
    text: "Nothing was done. Try again in a moment.",
  },
} as const;

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

/** Every reason. */
export const refusals = Object.keys(REFUSALS);

/** Answers a request with a small page of its own, which needs neither Remix nor the style sheet. */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  context: PageContext,
  words: RefusalWords | null = null,
): void {
  const { status, heading, text } = { ...REFUSALS[refusal], ...words };
  // For scripts, which would take it for no answer at all.
  response.setHeader("X-Refusal", refusal);
  if (status === 503) response.setHeader("Retry-After", "5");
  if (words) response.setHeader("Content-Language", words.language);
  const back = { href: "/", name: words?.home ?? "Go Home" };
  sendSmallPage(response, status, { heading, text, back, ...words }, context);
}

/** Answers a request after a fault of ours, of which the page tells nothing; one that is under way breaks off. */
export function answerFault(response: ServerResponse, context: PageContext): void {
  if (response.writableEnded) return;
  if (response.headersSent) return void response.destroy();
  const back = { href: "/", name: "Go Home" };
  const text = "The page could not be made. Try again in a moment.";
  sendSmallPage(response, 500, { heading: "Something went wrong", text, back }, context);
}

interface PageContext {
  requestId: string;
  nonce: string;
  siteName: string;
}

function sendSmallPage(
  response: ServerResponse,
  status: number,
  page: SmallPage,
  context: PageContext,
): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'nonce-${context.nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  response.end(smallPage(page, context));
}
