/**
 * Every value that a `Cookie` header has for a name, in its order (RFC 6265, section 5.4). Space and tab alone may
 * stand around a pair: whoever strips more, such as the byte 0xA0, reads a name that its sender did not have to
 * keep the rules of the `__Host-` prefix for.
 */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  const values: string[] = [];
  for (const pair of (header ?? "").split(";")) {
    const end = pair.indexOf("=");
    if (end >= 0 && trimmed(pair.slice(0, end)) === name) values.push(trimmed(pair.slice(end + 1)));
  }
  return values;
}

/** A browser sends one of a name, and a few where other paths or hosts have set some; opening one takes time. */
const MOST_OPENED = 8;

/** Browsers drop a cookie whose name and value are longer than this (RFC 6265bis section 5.6). */
export const LONGEST_COOKIE = 4096;

/**
 * The values that are worth opening, of {@link cookieValues}: those that are no longer than a cookie and look as one of
 * ours does. Of a header full of them only the first eight.
 */
export function openableValues(
  header: string | null | undefined,
  name: string,
  form: RegExp,
): string[] {
  return cookieValues(header, name)
    .filter((value) => value.length <= LONGEST_COOKIE && form.test(value))
    .slice(0, MOST_OPENED);
}

/** Without the space and tabs around it; a pattern would take the square of their number. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined) => character === " " || character === "\t";

/**
 * A cookie's name where browsers take `Secure` cookies: with a prefix that makes them refuse it from any other host,
 * a subdomain or a sibling, and over plain http (RFC 6265bis, section 4.1.3.2).
 */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** Cookies of this site that say something of one person, by name; on https they are prefixed. */
const PERSONAL_COOKIES = [
  "toast",
  "contact-sent",
  "pulse-deletion",
  "pulse-deletion-refusal",
] as const;

/** What a sealed or a signed cookie may be called: each is one of a person's. */
export type PersonalCookie = (typeof PERSONAL_COOKIES)[number];

const PERSONAL = new RegExp(`(?:^|[;,\\s])(?:__Host-)?(?:${PERSONAL_COOKIES.join("|")})\\s*=`);

/**
 * Whether a `Cookie` header names anything of its sender's own, ours or not. For what the sender's own browser may keep
 * alone: what others get never depends on a name.
 */
export function isPersonal(cookies: string | undefined): boolean {
  return cookies !== undefined && PERSONAL.test(cookies);
}

/** Cookies that remember what a visitor chose, and say nothing of the person. */
type ChoiceCookie = "theme" | "rows" | "language";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * A `Set-Cookie` value: every cookie of this site is written here, so that none is for scripts, or over http where the
 * site is an https one.
 *
 * @param name without prefix
 * @param value what may stand in a cookie (RFC 6265, section 4.1.1)
 */
export function setCookie(
  name: string,
  value: string,
  { maxAge, sameSite, secure }: { maxAge: number; sameSite: "Strict" | "Lax"; secure: boolean },
): string {
  const attributes = `Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=${sameSite}`;
  return `${cookieName(name, secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

/** `Set-Cookie` value that remembers a choice for a year. */
export function choiceCookie(name: ChoiceCookie, value: string, secure: boolean): string {
  return setCookie(name, value, { maxAge: YEAR_SECONDS, sameSite: "Lax", secure });
}
