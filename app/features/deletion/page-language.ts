import type { NamedLanguage } from "server/process/languages.server";
import type { Texts } from "~/content/catalogue";
import { pages } from "~/content/pages";

/** The route whose loader returns a {@link PageLanguage}. */
export const LAYOUT = "routes/deletion-layout";

/** The language of the deletion page. */
export interface PageLanguage {
  language: NamedLanguage;
  /** Null for English, whose texts are a part of the page's script. */
  texts: Texts | null;
  /** Languages to choose from, the default first; empty if there is only one. */
  offered: NamedLanguage[];
}

/** URL path of the page in a language. The default language has no query. */
export function addressIn(code: string, offered: readonly NamedLanguage[]): string {
  const { path } = pages.deleteUser;
  return code === (offered[0]?.code ?? code) ? path : `${path}?lang=${code}`;
}

/** URL paths of the page by `hreflang`, including `x-default`; empty if there is only one language. */
export function alternateAddresses(
  offered: readonly NamedLanguage[],
): (readonly [hrefLang: string, address: string])[] {
  if (offered.length < 2) return [];
  return [
    ...offered.map(({ code }) => [code, addressIn(code, offered)] as const),
    ["x-default", pages.deleteUser.path],
  ];
}
