import { PATH_LIMIT } from "./request-url.server";

/** A referral code stands for the person who gave it out, so that no log line holds one. */
const HIDDEN = "/ref/*";

/** Wherever it stands in a path: a URL's dot segments, runs of slashes and backslashes lead to the page as well. */
const REFERRAL = /[/\\]ref[/\\]/i;

/** A wallet or a phone number, wherever it stands. */
const PERSON = /0x[\da-f]{16,}|\d{9,}/gi;

/** What may stand for a person in a path that leads nowhere: also a token, a code, a number with spaces. */
const PASTED = /(0x)?[\da-f]{16,}|[\w-]{40,}|\d[\d ().-]{2,}\d/gi;

/**
 * A path as it may be logged: a referral page's without its code, however the path is spelt; one that leads nowhere
 * without what somebody pasted into it. Of a path that was refused for its length nothing is left, and nothing is read.
 *
 * @param path without query string, still percent-encoded
 * @param known whether the product has such a page or file
 */
export function loggedPath(path: string, known: boolean): string {
  if (path.length > PATH_LIMIT) return "…";
  const read = asciiDecoded(path);
  if (REFERRAL.test(read)) return HIDDEN;
  return read.replace(known ? PERSON : PASTED, "…");
}

/** A text that may quote such paths (a library's warning), as it may be logged. */
export function withoutQuotedPersons(text: string): string {
  return text.replace(/[^\s"]+/g, (word) => loggedPath(word, true));
}

/** Decodes letters, digits and slashes, which is all that the page's name, or a wallet, can hide behind. */
function asciiDecoded(path: string): string {
  return path.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}
