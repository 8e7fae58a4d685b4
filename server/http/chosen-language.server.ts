import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { requestContext } from "../process/request-context.server";
import { choiceCookie, cookieName, cookieValues } from "../session/cookie-header.server";

/** The URL's part that asks for a language. */
const LANGUAGE_PARAMETER = "lang";

const NAME = "language";

/** What of a request says in which language it is to be answered. */
export interface LanguageWishes {
  query: URLSearchParams;
  /** The `Cookie` header. */
  cookies: string | null | undefined;
  /** The `Accept-Language` header. */
  accepted: string | null | undefined;
  /** Whether cookies have the `__Host-` prefix on this request. */
  secureCookies: boolean;
}

/** What a request says of its language. @param target as received */
export function wishesIn(
  target: string,
  headers: IncomingHttpHeaders,
  secureCookies: boolean,
): LanguageWishes {
  return {
    query: new URLSearchParams(target.split("?", 2)[1]),
    cookies: headers.cookie,
    accepted: headers["accept-language"],
    secureCookies,
  };
}

/** What the request under way says of its language. */
export function wishesOf({ url, headers }: Request): LanguageWishes {
  return {
    query: new URL(url).searchParams,
    cookies: headers.get("Cookie"),
    accepted: headers.get("Accept-Language"),
    secureCookies: requestContext().secureCookies,
  };
}

/**
 * The language of an answer: the one that the URL asks for, else the one in the cookie, else what the browser likes
 * best (RFC 9110, section 12.5.4), else the first that is offered. Wishes for other languages are ignored.
 *
 * @param offered at least one
 */
export function chooseLanguage(wishes: LanguageWishes, offered: readonly string[]): string {
  const [first = "en"] = offered;
  if (offered.length < 2) return first;
  const asked = wishes.query.getAll(LANGUAGE_PARAMETER);
  const remembered = cookieValues(wishes.cookies, cookieName(NAME, wishes.secureCookies));
  return (
    [...asked, ...remembered].find((code) => offered.includes(code)) ??
    likedBest(wishes.accepted, offered) ??
    first
  );
}

/** What version 1 of the library offers; its published types describe an older version. */
interface Preferring {
  language(available: string[]): string | undefined;
}

/** Only the beginning of the header is read: every entry is compared with every language that is offered. */
const LONGEST_ACCEPTED = 500;

function likedBest(accepted: string | null | undefined, offered: readonly string[]) {
  if (!accepted) return undefined;
  // Cut between two entries: half a name could be another language.
  const isLong = accepted.length > LONGEST_ACCEPTED;
  const end = isLong ? Math.max(0, accepted.lastIndexOf(",", LONGEST_ACCEPTED)) : undefined;
  const read = accepted.slice(0, end);
  const negotiator: Preferring = new Negotiator({ headers: { "accept-language": read } });
  return negotiator.language([...offered]);
}

/** Whether the cookie has another language than the one that was asked for by name. */
export function isNewChoice(wishes: LanguageWishes, language: string): boolean {
  if (!wishes.query.getAll(LANGUAGE_PARAMETER).includes(language)) return false;
  return cookieValues(wishes.cookies, cookieName(NAME, wishes.secureCookies))[0] !== language;
}

/** `Set-Cookie` value that remembers a language. */
export function languageCookie(language: string, secure: boolean): string {
  return choiceCookie(NAME, language, secure);
}

/** The language that the request under way is answered in. @param offered at least one */
export function languageOf(request: Request, offered: readonly string[]): string {
  return chooseLanguage(wishesOf(request), offered);
}

/**
 * Says in the headers of an answer which language it is in and what that depends on; nothing where only one is offered,
 * so that its answers stay as they are. The cookie is not named: no shared cache stores these answers, and a browser
 * would not show the step before, whose cookie was another one, when its visitor goes back.
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
