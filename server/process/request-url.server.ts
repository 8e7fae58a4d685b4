/** Longest path of a request target, and longest target with its query string, in bytes. */
export const PATH_LIMIT = 2 * 1024;
export const ADDRESS_LIMIT = 8 * 1024;

/** Why an address is refused. */
export type AddressFault = "too-long" | "bad-url";

/** Most parameters named `index`. Remix puts one into the address of a form, and copies the query for each it finds. */
const MOST_INDEXES = 8;

/** The host must not reach into what follows it: with `evil.test#` any path would be the home page's. */
const HOST = /^[\w.:[\]-]{1,255}$/;

const EMPTY_SEGMENT = /[/\\]{2}/;

/**
 * Reads the address of a request: the very URL that Remix will build. Its length is bounded, its host well-formed, its
 * path without empty segments (runs of slashes or backslashes cost Remix' patterns the square of their length), and its
 * percent-escapes decode to no NUL; a referral code alone may be any bytes.
 *
 * @param host the `Host` header
 * @param target the request target, as received
 */
export function readAddress(host: string | undefined, target: string): URL | AddressFault {
  const path = pathOf(target);
  if (target.length > ADDRESS_LIMIT || path.length > PATH_LIMIT) return "too-long";
  if (EMPTY_SEGMENT.test(path)) return "bad-url";
  // A request of HTTP/1.0 need not have a `Host`.
  if (!isHost(host ?? "none")) return "bad-url";
  const url = target.startsWith("/") ? URL.parse(`http://${host}${target}`) : null;
  if (url === null) return "bad-url";
  if (url.search && url.searchParams.getAll("index").length > MOST_INDEXES) return "bad-url";
  return /^\/ref\//i.test(url.pathname) || decodes(url.pathname) ? url : "bad-url";
}

/** Whether a text can be a `Host` header. */
export function isHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host);
}

function decodes(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** The path of a request target, without its query string. */
export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

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

/** Decodes the characters of ASCII, which is all that the page's name, or a wallet, can hide behind. */
function asciiDecoded(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (escape) => decodeURIComponent(escape));
}
