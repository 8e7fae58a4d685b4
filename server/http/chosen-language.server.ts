import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { requestContext } from "../process/request-context.server";
import { choiceCookie, cookieName, cookieValues } from "../session/cookie-header.server";

/** Query parameter that selects a language. */
const LANGUAGE_PARAMETER = "lang";

const COOKIE = "language";

/** The parts of a request that decide the language of its response. */
export interface LanguagePreferences {
  query: URLSearchParams;
  /** The `Cookie` header. */
  cookies: string | null | undefined;
  /** The `Accept-Language` header. */
  accepted: string | null | undefined;
  /** Whether cookies have the `__Host-` prefix on this request. */
  secureCookies: boolean;
}

/** Reads the language wishes of a Node request. @param target as received */
export function preferencesOfNodeRequest(
  target: string,
  headers: IncomingHttpHeaders,
  secureCookies: boolean,
): LanguagePreferences {
  return {
    query: new URLSearchParams(target.split("?", 2)[1]),
    cookies: headers.cookie,
    accepted: headers["accept-language"],
    secureCookies,
  };
}

/** Reads the language wishes of the request in progress. */
export function preferencesOfRequest({ url, headers }: Request): LanguagePreferences {
  return {
    query: new URL(url).searchParams,
    cookies: headers.get("Cookie"),
    accepted: headers.get("Accept-Language"),
    secureCookies: requestContext().secureCookies,
  };
}

/**
 * Chooses the language of a response: the one in the URL, else the one in the cookie, else the browser's preference
 * (RFC 9110, section 12.5.4), else the first offered. Wishes for languages that are not offered are ignored.
 *
 * @param offered at least one
 */
export function chooseLanguage(wishes: LanguagePreferences, offered: readonly string[]): string {
  const [first = "en"] = offered;
  if (offered.length < 2) return first;
  const fromQuery = wishes.query.getAll(LANGUAGE_PARAMETER);
  const fromCookie = cookieValues(wishes.cookies, cookieName(COOKIE, wishes.secureCookies));
  return (
    [...fromQuery, ...fromCookie].find((code) => offered.includes(code)) ??
    browserPreference(wishes.accepted, offered) ??
    first
  );
}

/** The method of Negotiator 1 as used here; the published types describe an older version. */
interface Negotiation {
  language(available: string[]): string | undefined;
}

/** Characters of the header that are read, because every entry is compared with every offered language. */
const LONGEST_ACCEPTED = 500;

function browserPreference(accepted: string | null | undefined, offered: readonly string[]) {
  if (!accepted) return undefined;
  // Cut between two entries: a truncated code could name another language.
  const isLong = accepted.length > LONGEST_ACCEPTED;
  const end = isLong ? Math.max(0, accepted.lastIndexOf(",", LONGEST_ACCEPTED)) : undefined;
  const header = accepted.slice(0, end);
  const negotiator: Negotiation = new Negotiator({ headers: { "accept-language": header } });
  return negotiator.language([...offered]);
}

/** Whether the URL selects a language that the cookie does not hold yet. */
export function isNewChoice(wishes: LanguagePreferences, language: string): boolean {
  if (!wishes.query.getAll(LANGUAGE_PARAMETER).includes(language)) return false;
  return cookieValues(wishes.cookies, cookieName(COOKIE, wishes.secureCookies))[0] !== language;
}

/** `Set-Cookie` value that remembers a language. */
export function languageCookie(language: string, secure: boolean): string {
  return choiceCookie(COOKIE, language, secure);
}

/** The language of the response to the request in progress. @param offered at least one */
export function languageOf(request: Request, offered: readonly string[]): string {
  return chooseLanguage(preferencesOfRequest(request), offered);
}

/**
 * Sets `Content-Language` and `Vary` on a response; does nothing when only one language is offered. `Vary` does not
 * name the cookie: no shared cache stores these responses, and a browser that goes back could not show the previous
 * step, which was stored with another cookie.
 */
export function declareLanguage(
  headers: Headers,
  request: Request,
  offered: readonly string[],
): void {
  if (offered.length < 2) return;
  headers.set("Content-Language", languageOf(request, offered));
  headers.append("Vary", "Accept-Language");
}
