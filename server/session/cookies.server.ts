/**
 * All values of a name in a `Cookie` header, in order (RFC 6265, section 5.4). Only spaces and tabs around a pair are
 * stripped: stripping more, such as the byte 0xA0, would accept names that browsers let anybody set.
 */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  const values: string[] = [];
  if (!header) return values;
  for (const pair of header.split(";")) {
    const end = pair.indexOf("=");
    if (end >= 0 && trim(pair.slice(0, end)) === name) values.push(trim(pair.slice(end + 1)));
  }
  return values;
}

/** Removes spaces and tabs around a text. A regular expression would take quadratic time. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined) => character === " " || character === "\t";

/**
 * The full name of a cookie. A `Secure` cookie gets a prefix that makes browsers refuse it from any other host, such as
 * a subdomain or a sibling, and over plain http (RFC 6265bis, section 4.1.3.2).
 */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * Creates a `Set-Cookie` value that is `HttpOnly`, and `Secure` where the site uses https. All cookies of the
 * server are created here, except the toast's and the loader cookie of the deletion page.
 *
 * @param name without prefix
 * @param value must contain only characters that a cookie may contain (RFC 6265, section 4.1.1)
 */
export function setCookie(
  name: string,
  value: string,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): string {
  const attributes = `Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax`;
  return `${cookieName(name, secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

/** A `Set-Cookie` value that stores a choice, and nothing about the person, for a year. */
export function choiceCookie(name: "theme" | "language", value: string, secure: boolean): string {
  return setCookie(name, value, { maxAge: 365 * 24 * 60 * 60, secure });
}
