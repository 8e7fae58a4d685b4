import { postedForm, requestContext } from "../process/request-context.server";

/**
 * All values of a name in a `Cookie` header, in order (RFC 6265, section 5.4). Only spaces and tabs around a pair are
 * stripped: stripping more, such as the byte 0xA0, would accept names for which browsers do not enforce the rules of
 * the `__Host-` prefix.
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

/** Cookies that store a visitor's choice and nothing about the person. */
type ChoiceCookie = "theme" | "language";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Creates a `Set-Cookie` value that is `HttpOnly`, and `Secure` where the site uses https. All cookies of the
 * server are created here, except the loader cookie of the deletion page.
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

/** A `Set-Cookie` value that stores a choice for a year. */
export function choiceCookie(name: ChoiceCookie, value: string, secure: boolean): string {
  return setCookie(name, value, { maxAge: YEAR_SECONDS, secure });
}

const themes = ["day", "night"] as const;

/** `system`: no theme was chosen, and the page follows the setting of the browser. */
export type Theme = (typeof themes)[number] | "system";

/**
 * Reads the chosen theme in a `Cookie` header. Old cookies without the `__Host-` prefix still count: with those, another
 * host of the domain could at most choose for a visitor who has not chosen.
 */
export function readTheme(cookieHeader: string | null): Theme {
  const values = [true, false].flatMap((secure) =>
    cookieValues(cookieHeader, cookieName("theme", secure)),
  );
  return values.map(asTheme).find((theme) => theme !== undefined) ?? "system";
}

/** A `Cookie` header with only the theme; equal for all visitors who see the same page. */
export const themeCookie = (theme: Theme) => `theme=${theme}`;

/** Reads the form that chooses a theme. @returns headers that store the choice for a year; null without a valid one */
export async function postedTheme(request: Request) {
  const theme = asTheme((await postedForm(request)).get("theme"));
  if (theme === undefined) return null;
  return { "Set-Cookie": choiceCookie("theme", theme, requestContext().secureCookies) };
}

/** The text as a theme that can be chosen; undefined for any other text. */
function asTheme(text: unknown) {
  return themes.find((theme) => theme === text);
}
