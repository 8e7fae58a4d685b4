/**
 * Whether Remix can build a URL of a request: a well-formed host, a path of its own (not the absolute form
 * that proxies are asked with), percent-escapes that decode, no NUL. A referral code alone may be any bytes.
 *
 * @param host the `Host` header
 * @param target the request target, as received
 */
export function isUsableUrl(host: string | undefined, target: string): boolean {
  if (!target.startsWith("/") || URL.parse(`http://${host}${target}`) === null) return false;
  if (/^\/ref\//i.test(target)) return true;
  try {
    return !decodeURIComponent(pathOf(target)).includes("\0");
  } catch {
    return false;
  }
}

/** The path of a request target, without its query string. */
export function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}
