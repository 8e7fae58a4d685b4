import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { requestContext } from "../process/request-context.server";
import { choiceCookie, cookieName, cookieValues } from "../session/cookies.server";

/** Query parameter that selects a language. */
const LANGUAGE_PARAMETER = "lang";

const COOKIE = "language";

/** Longest `Accept-Language` that is read, because every entry is compared with every offered language. */
const LONGEST_ACCEPTED = 500;

/**
 * Chooses the language of a response: the one in the URL, else the one in the cookie, else the browser's preference
 * (RFC 9110, section 12.5.4), else the first offered. Wishes for languages that are not offered are ignored.
 *
 * @param url of the request, or its target as received
 * @param secureCookies whether cookies have the `__Host-` prefix on this request
 * @param offered at least one
 */
export function chooseLanguage(
  url: string,
  { cookie, "accept-language": accepted = "" }: IncomingHttpHeaders,
  secureCookies: boolean,
  offered: readonly string[],
): string {
  const [first = "en"] = offered;
  if (offered.length < 2) return first;
  const query = new URLSearchParams(url.split("?", 2)[1]);
  const remembered = cookieValues(cookie, cookieName(COOKIE, secureCookies));
  const wished = [...query.getAll(LANGUAGE_PARAMETER), ...remembered];
  const known = wished.find((code) => offered.includes(code));
  if (known !== undefined || accepted.length > LONGEST_ACCEPTED) return known ?? first;
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  return negotiator.language([...offered]) ?? first;
}

/** The header that remembers the language of a response, where the URL asks for it. */
export function rememberLanguage({ url }: Request, language: string): HeadersInit {
  if (!new URL(url).searchParams.getAll(LANGUAGE_PARAMETER).includes(language)) return {};
  return { "Set-Cookie": choiceCookie(COOKIE, language, requestContext().secureCookies) };
}

/** The language of the response to the request in progress. @param offered at least one */
export function languageOf({ url, headers }: Request, offered: readonly string[]): string {
  const { secureCookies } = requestContext();
  return chooseLanguage(url, Object.fromEntries(headers), secureCookies, offered);
}
