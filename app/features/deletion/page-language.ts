import type { MetaDescriptor } from "@remix-run/node";
import type { NamedLanguage } from "server/process/languages.server";
import type { Texts } from "~/content/catalogue";
import english from "~/content/catalogues/en";
import { pages } from "~/content/pages";
import { createMessages, type Messages } from "./messages";
import { siteOf } from "~/features/shell/site";

/** The language of the deletion page: the data of its layout's loader. */
export interface PageLanguage {
  language: NamedLanguage;
  /** Null for English, whose texts are a part of the page's script. */
  texts: Texts | null;
  /** Languages to choose from, the default first; empty if there is only one. */
  offered: NamedLanguage[];
}

/** The messages of the page's language. */
export function messagesOf({
  language,
  texts,
}: Pick<PageLanguage, "language" | "texts">): Messages {
  return createMessages(language.code, texts ?? english.messages);
}

const LAYOUT = "routes/deletion-layout";

type Matches = Parameters<typeof siteOf>[0];

/** The page's language from the matches that Remix passes to a `meta` function; undefined if it could not be loaded. */
export function pageLanguageOf(matches: Matches): PageLanguage | undefined {
  const layout = matches.find((match) => match?.id === LAYOUT);
  return layout?.data as PageLanguage | undefined; // type of the layout's loader
}

/** URL path of the page in a language. The default language has no query. */
export function addressIn(code: string, offered: readonly NamedLanguage[]): string {
  const { path } = pages.deleteUser;
  return code === (offered[0]?.code ?? code) ? path : `${path}?lang=${code}`;
}

/** `hreflang` links of the page for search engines. */
export function alternates(matches: Matches): MetaDescriptor[] {
  const { siteUrl } = siteOf(matches);
  return alternateAddresses(pageLanguageOf(matches)?.offered ?? []).map(([hrefLang, address]) => ({
    tagName: "link" as const,
    rel: "alternate",
    hrefLang,
    href: siteUrl + address,
  }));
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
