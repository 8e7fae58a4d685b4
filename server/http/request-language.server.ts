import { chooseLanguage, type LanguageWishes } from "./chosen-language.server";
import { requestContext } from "../process/request-context.server";

/** What the request under way says of its language. */
export function wishesOf({ url, headers }: Request): LanguageWishes {
  return {
    query: new URL(url).searchParams,
    cookies: headers.get("Cookie"),
    accepted: headers.get("Accept-Language"),
    secureCookies: requestContext().secureCookies,
  };
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
