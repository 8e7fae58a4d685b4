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
 * Reads the address of a request, once for all: what follows sees the very URL that Remix will build. It is
 * of bounded length, has a well-formed host, a path of its own (not the absolute form that proxies are asked
 * with) without empty segments, and percent-escapes that decode to no NUL. A referral code alone may be any
 * bytes. Runs of slashes, which a backslash is to a URL as well, cost the patterns behind this time that
 * grows with the square of their length; so do hundreds of parameters named `index`.
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
  if (url === null || hasManyIndexes(url)) return "bad-url";
  return /^\/ref\//i.test(url.pathname) || decodes(url.pathname) ? url : "bad-url";
}

/** Whether a text can be a `Host` header. */
export function isHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host);
}

function hasManyIndexes(url: URL): boolean {
  return url.search !== "" && url.searchParams.getAll("index").length > MOST_INDEXES;
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
