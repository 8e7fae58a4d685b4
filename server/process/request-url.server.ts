/** Longest path of a request target, and longest target with its query string, in bytes. */
export const PATH_LIMIT = 2 * 1024;
export const ADDRESS_LIMIT = 8 * 1024;

/** Why an address is refused. */
export type AddressFault = "too-long" | "bad-url";

/** Most parameters named `index`. Remix puts one into the address of a form, and copies the query for each it finds. */
const MOST_INDEXES = 8;

/** Valid `Host` headers. Other characters could hide the rest of the URL: `evil.test#` makes any path the home page. */
const HOST = /^[\w.:[\]-]{1,255}$/;

const EMPTY_SEGMENT = /[/\\]{2}/;

/**
 * Parses the address of a request into the same URL that Remix will build. The URL has a bounded length, a well-formed
 * host, no empty path segments (Remix's patterns take the square of the length of a run of slashes or backslashes), and
 * percent escapes that decode without NUL. Only a referral code may contain any bytes.
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

/** Logged path of referral pages. A referral code identifies the person who shares it, so it is never logged. */
const HIDDEN = "/ref/*";

/** Matches anywhere in a path, because dot segments and runs of slashes or backslashes lead to the page as well. */
const REFERRAL = /[/\\]ref[/\\]/i;

/** A wallet or a phone number, anywhere in a text. */
const PERSON = /0x[\da-f]{16,}|\d{9,}/gi;

/** Text that may identify a person in a path without a route: also a token, a code, a number with spaces. */
const PASTED = /(0x)?[\da-f]{16,}|[\w-]{40,}|\d[\d ().-]{2,}\d/gi;

/**
 * Returns a path as it may be logged: for a referral page without its code, however the path is spelt; for a path
 * without a route without pasted personal data. A path that was refused for its length is replaced without reading it.
 *
 * @param path without query string, still percent-encoded
 * @param known whether the product has such a page or file
 */
export function loggedPath(path: string, known: boolean): string {
  if (path.length > PATH_LIMIT) return "…";
  const decoded = asciiDecoded(path);
  if (REFERRAL.test(decoded)) return HIDDEN;
  return decoded.replace(known ? PERSON : PASTED, "…");
}

/** Returns a text that may quote paths (a library's warning) as it may be logged. */
export function withoutQuotedPersons(text: string): string {
  return text.replace(/[^\s"]+/g, (word) => loggedPath(word, true));
}

/** Decodes escaped ASCII characters only, because the referral path and wallets consist of ASCII. */
function asciiDecoded(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (escape) => decodeURIComponent(escape));
}
